import { escapeVisible } from '@millrace/protocol'
import type { JSX } from 'preact'
import { waitingCount } from '../desk/desk.ts'
import { language, speak } from '../words/words.ts'
import { about } from './about.ts'
import { showHelp } from './keys.ts'
import { ModeSelect } from './mode-select.tsx'
import { drawerOpen, isNarrow, showDrawer } from './panels.ts'
import { addressOf, route, type Route } from './route.ts'
import { chooseTheme, themeChoice, type ThemeChoice } from './theme.ts'
import { appWords } from './words.ts'

/** The bar above everything. */
export function TopBar(): JSX.Element {
  const words = appWords.value
  return (
    <header class="app-bar">
      {isNarrow.value && <DrawerButton />}
      <a class="app-brand" href={addressOf({ page: 'home' })}>
        <img src="/icon.svg" alt="" width="20" height="20" />
        <span>millrace</span>
      </a>
      <Navigation />
      <div class="app-bar-end">
        <Work />
        <ModeSelect />
        <button
          type="button"
          class="app-icon-button"
          popovertarget="app-settings"
          aria-label={words.settings}
          title={words.settings}
        >
          <span aria-hidden="true">⚙</span>
        </button>
        <Settings />
        <button
          type="button"
          class="app-icon-button"
          aria-label={words.keys}
          title={`${words.keys} (?)`}
          onClick={() => showHelp(true)}
        >
          <span aria-hidden="true">?</span>
        </button>
      </div>
    </header>
  )
}

function DrawerButton(): JSX.Element {
  const words = appWords.value
  const waits = waitingCount.value
  return (
    <button
      type="button"
      id="app-drawer-button"
      class="app-icon-button"
      aria-label={words.openSessions}
      aria-expanded={drawerOpen.value}
      aria-controls="app-sessions"
      onClick={() => showDrawer(true)}
    >
      <span aria-hidden="true">☰</span>
      {waits > 0 && <span class="app-dot" />}
    </button>
  )
}

const parts = ['tools', 'code', 'servers', 'rules'] as const

function Navigation(): JSX.Element {
  const words = appWords.value
  const { page } = route.value
  const link = (to: Route, text: string, isHere: boolean): JSX.Element => (
    <a key={text} href={addressOf(to)} aria-current={isHere ? 'page' : undefined}>
      {text}
    </a>
  )
  return (
    <nav class="app-parts" aria-label={words.parts}>
      {link({ page: 'home' }, words.sessions, page === 'home' || page === 'session')}
      {parts.map((part) => link({ page: part }, words[part], page === part))}
    </nav>
  )
}

/** What the server works with. */
function Work(): JSX.Element | null {
  const words = appWords.value
  const now = about.value
  if (now === undefined) return null
  const folder = escapeVisible(now.folderName)
  return (
    <div class="app-work">
      <span class="app-folder" title={words.folder(escapeVisible(now.folder))}>
        {folder}
      </span>
      <span class={now.model === undefined ? 'app-no-model' : 'app-model'} title={words.model}>
        {now.model === undefined ? words.noModel : escapeVisible(now.model)}
      </span>
    </div>
  )
}

function Settings(): JSX.Element {
  const words = appWords.value
  const themes = { system: words.themeSystem, light: words.themeLight, dark: words.themeDark }
  return (
    <div id="app-settings" class="app-settings" popover="auto" role="group" aria-label={words.settings}>
      <Work />
      <label>
        <span>{words.theme}</span>
        <select
          value={themeChoice.value}
          onChange={(event) => chooseTheme(event.currentTarget.value as ThemeChoice)}
        >
          {Object.entries(themes).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.language}</span>
        <select
          value={language.value}
          onChange={(event) => speak(event.currentTarget.value === 'ja' ? 'ja' : 'en')}
        >
          <option value="en">English</option>
          <option value="ja">日本語</option>
        </select>
      </label>
      {about.value !== undefined && <p class="app-quiet">millrace {about.value.version}</p>}
    </div>
  )
}

import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { onWarning, openDesk } from '../desk/desk.ts'
import { openSession } from '../session/store/session-store.ts'
import { watchSessions } from '../sessions/sessions.ts'
import { language } from '../words/words.ts'
import { watchAbout } from './about.ts'
import { Asked } from './asked.tsx'
import { Banners } from './banners.tsx'
import { Boundary } from './boundary.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { Help } from './help.tsx'
import { helpOpen } from './keys.ts'
import { detailsOpen, drawerOpen, isTight, showDrawer } from './panels.ts'
import { CodePage, Home, RulesPage, ServersPage, ToolsPage } from './parts.ts'
import { route } from './route.ts'
import { SessionPage } from './session-page.tsx'
import { SideDrawer } from './side-drawer.tsx'
import { ToastList } from './toast-list.tsx'
import { toast } from './toasts.ts'
import { TopBar } from './top-bar.tsx'
import { usePageKeys } from './use-page-keys.ts'
import { useTitle } from './use-title.ts'
import { appWords } from './words.ts'
import './theme.css'
import './base.css'
import './shell.css'

/** The frame around all parts of the page. */
export function Shell(): JSX.Element {
  const words = appWords.value
  useServer()
  usePageKeys()
  useTitle()
  const session = openSession.value
  const hasDetails = session !== undefined && detailsOpen.value
  useEffect(() => showDrawer(false), [route.value])
  // What lies below the drawer cannot be reached while it is open.
  const isCovered = drawerOpen.value
  return (
    <div class="app" data-details={hasDetails ? (isTight.value ? 'over' : 'beside') : 'closed'}>
      <a class="app-skip" href="#app-content" onClick={skipped}>
        {words.skip}
      </a>
      <div class="app-top" inert={isCovered}>
        <TopBar />
        <Banners />
      </div>
      <SideDrawer />
      <main id="app-content" class="app-main" tabIndex={-1} inert={isCovered}>
        {session === undefined ? <Elsewhere /> : <SessionPage key={session.id} session={session} />}
      </main>
      {hasDetails && <DetailsPanel session={session} />}
      <ToastList />
      {helpOpen.value && <Help />}
    </div>
  )
}

/** A part that is no session, with what waits below it. */
function Elsewhere(): JSX.Element {
  const { page } = route.value
  return (
    <div class="app-elsewhere">
      <div class="app-scroll">
        <Boundary part={page}>
          <Part />
        </Boundary>
      </div>
      <Asked />
    </div>
  )
}

function Part(): JSX.Element {
  const at = route.value
  switch (at.page) {
    case 'home':
    case 'session':
      return <Home />
    case 'tools':
      return <ToolsPage tool={at.tool} />
    case 'code':
      return <CodePage />
    case 'servers':
      return <ServersPage />
    case 'rules':
      return <RulesPage />
  }
}

/** The address says where the page is: a link into it would lead elsewhere. */
function skipped(event: Event): void {
  event.preventDefault()
  document.getElementById('app-content')?.focus()
}

function useServer(): void {
  useEffect(() => {
    document.documentElement.lang = language.peek()
    const undo = [
      openDesk(),
      watchAbout(),
      watchSessions(),
      onWarning((message) => toast(message, 'warning')),
    ]
    return () => undo.forEach((each) => each())
  }, [])
}

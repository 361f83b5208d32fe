import type { JSX } from 'preact'
import { Dialog } from './dialog.tsx'
import { keyGroups, showHelp } from './keys.ts'
import { appWords } from './words.ts'

/** All keys that do something now. */
export function Help(): JSX.Element {
  const words = appWords.value
  const close = (): void => showHelp(false)
  return (
    <Dialog title={words.keysTitle} onClose={close}>
      <p class="app-quiet">{words.keysHint}</p>
      <div class="app-key-groups">
        {keyGroups().map(({ label, keys }) => (
          <section key={label}>
            <h3>{label}</h3>
            <dl>
              {keys.map(({ key, does }) => (
                <div key={key}>
                  <dt>
                    <Key name={key} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="app-dialog-end">
        <button type="button" class="kit-button" onClick={close}>
          {words.close}
        </button>
      </p>
    </Dialog>
  )
}

const shown: Readonly<Record<string, string>> = { Escape: 'Esc', ' ': 'Space', ArrowUp: '↑', ArrowDown: '↓' }

/** A key, or two that are pressed one after the other. */
function Key({ name }: { readonly name: string }): JSX.Element {
  const keys = name === ' ' ? [name] : name.split(' ')
  return (
    <>
      {keys.map((key, index) => (
        <>
          {index > 0 && <span class="app-then"> {appWords.value.keyThen} </span>}
          <kbd>{shown[key] ?? key}</kbd>
        </>
      ))}
    </>
  )
}

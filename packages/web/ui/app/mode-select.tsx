import type { PermissionModeName } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX, TargetedEvent } from 'preact'
import { problemIn } from '../kit/problem-in.ts'
import { about, changeMode } from './about.ts'
import { Dialog } from './dialog.tsx'
import { toast } from './toasts.ts'
import { appWords } from './words.ts'

/** What happens where no rule decides, to be changed. That nobody is asked any more takes a second yes. */
export function ModeSelect(): JSX.Element | null {
  const words = appWords.value
  const isAsking = useSignal(false)
  const now = about.value
  if (now === undefined) return null
  const { mode, modes } = now
  const choose = (event: TargetedEvent<HTMLSelectElement>): void => {
    const wanted = event.currentTarget.value as PermissionModeName
    // Until the server has changed it, the old one is what counts.
    event.currentTarget.value = mode
    if (wanted === 'bypass') isAsking.value = true
    else void setMode(wanted)
  }
  return (
    <>
      <select
        class={`app-mode app-mode-${mode}`}
        aria-label={words.mode}
        title={words.mode}
        value={mode}
        onChange={choose}
      >
        {modes.map((each) => (
          <option key={each} value={each}>
            {modeWords(each)}
          </option>
        ))}
      </select>
      {isAsking.value && <BypassQuestion onClose={() => (isAsking.value = false)} />}
    </>
  )
}

function BypassQuestion({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const words = appWords.value
  const agree = (): void => {
    onClose()
    void setMode('bypass')
  }
  return (
    <Dialog title={words.bypassTitle} onClose={onClose}>
      <p>{words.bypassText}</p>
      <p class="app-dialog-end">
        <button type="button" class="kit-button" onClick={onClose} autofocus>
          {words.cancel}
        </button>
        <button type="button" class="kit-button main app-danger" onClick={agree}>
          {words.bypassYes}
        </button>
      </p>
    </Dialog>
  )
}

/** Changes the mode, and tells where that failed. */
export async function setMode(mode: PermissionModeName): Promise<void> {
  try {
    await changeMode(mode)
  } catch (error) {
    toast(appWords.peek().modeFailed(problemIn(error).message), 'trouble')
  }
}

function modeWords(mode: PermissionModeName): string {
  const words = appWords.value
  switch (mode) {
    case 'default':
      return words.modeDefault
    case 'accept-edits':
      return words.modeAcceptEdits
    case 'plan':
      return words.modePlan
    case 'bypass':
      return words.modeBypass
  }
}

import type { StartedSession, WireProblem } from '@millrace/web/wire'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { post } from '../api/api.ts'
import { Problem } from '../kit/problem.tsx'
import { problemIn } from '../kit/problem-in.ts'
import { isComposing } from '../kit/is-composing.ts'
import { begun } from './begin.ts'
import { go } from './route.ts'
import { appWords } from './words.ts'

/** The first words of a new session. What could not be started stays in the field. */
export function StartBox(): JSX.Element {
  const words = appWords.value
  const field = useRef<HTMLTextAreaElement>(null)
  const text = useSignal('')
  const isBusy = useSignal(false)
  const problem = useSignal<WireProblem | undefined>(undefined)
  const id = useId()
  useEffect(() => {
    if (begun.value > 0) field.current?.focus()
  }, [begun.value])
  const start = async (): Promise<void> => {
    const prompt = text.value.trim()
    if (prompt === '' || isBusy.value) return
    isBusy.value = true
    problem.value = undefined
    try {
      const started = await post<StartedSession>('/api/sessions', { prompt })
      go({ page: 'session', id: started.id })
    } catch (error) {
      problem.value = problemIn(error)
    }
    isBusy.value = false
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !isComposing(event)) field.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    void start()
  }
  return (
    <form
      class="app-start"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <label for={id}>{words.startLabel}</label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        placeholder={words.startHint}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={press}
      />
      <Problem problem={problem.value} />
      <div class="app-start-end">
        <span class="kit-quiet">{words.startKeys}</span>
        <button type="submit" class="kit-button main" disabled={isBusy.value || text.value.trim() === ''}>
          {isBusy.value ? words.starting : words.start}
        </button>
      </div>
    </form>
  )
}

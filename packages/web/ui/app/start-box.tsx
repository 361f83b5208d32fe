import type { StartedSession } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { post } from '../api/api.ts'
import { deed } from '../kit/deed.ts'
import { Problem } from '../kit/problem.tsx'
import { isComposing } from '../kit/is-composing.ts'
import { draftOf } from '../session/composer/draft.ts'
import { begun } from './begin.ts'
import { go } from './route.ts'
import { appWords } from './words.ts'

/** No session has an id like that. */
const notBegun = 'new session'

/** The first words of a new session. What was not started, or could not be, stays in the field. */
export function StartBox(): JSX.Element {
  const words = appWords.value
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useMemo(() => draftOf(notBegun), [])
  const text = draft.text.value
  const starting = useMemo(
    () =>
      deed(async (prompt: string) => {
        const { id } = await post<StartedSession>('/api/sessions', { prompt })
        draft.change('')
        go({ page: 'session', id })
      }),
    [],
  )
  const isBusy = starting.isUnderWay.value
  const id = useId()
  useEffect(() => {
    if (begun.value > 0) field.current?.focus()
  }, [begun.value])
  const start = (): void => {
    const prompt = text.trim()
    if (prompt !== '') void starting.start(prompt)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !isComposing(event)) field.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    start()
  }
  return (
    <form
      class="app-start"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <label for={id}>{words.startLabel}</label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        placeholder={words.startHint}
        value={text}
        onInput={({ currentTarget }) => draft.change(currentTarget.value)}
        onKeyDown={press}
      />
      <Problem problem={starting.problem.value} />
      <div class="app-start-end">
        <span class="kit-quiet">{words.startKeys}</span>
        <button type="submit" class="kit-button main" disabled={isBusy || text.trim() === ''}>
          {isBusy ? words.starting : words.start}
        </button>
      </div>
    </form>
  )
}

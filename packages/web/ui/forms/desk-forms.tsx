import { show } from '@millrace/cards'
import { signal } from '@preact/signals'
import type { AskedForm } from '@millrace/web/wire'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useFocusWhile } from '../approval/use-focus-while.ts'
import { forms } from '../desk/desk.ts'
import { over } from './filled-form.ts'
import { FormPanel } from './form-panel.tsx'
import { words } from './words.ts'
import './forms.css'

/** The form that is looked at. */
const lookedAt = signal<string | undefined>(undefined)

/**
 * What tools and servers want to know from the person, one form at a time: those of sessions that are looked at first.
 *
 * @param isShown - whether a session is looked at. It is given, as what each page has need not be in this part as well.
 */
export function DeskForms({ isShown }: { readonly isShown: (session: string) => boolean }): JSX.Element {
  const isOwn = ({ session }: AskedForm): boolean => session !== undefined && isShown(session)
  const open = forms.value.filter(({ formId }) => !over.value.has(formId))
  const all = [...open.filter(isOwn), ...open.filter((form) => !isOwn(form))]
  const form = all.find(({ formId }) => formId === lookedAt.value) ?? all[0]
  const root = useRef<HTMLDivElement>(null)
  const wasTyping = useFocusWhile(root, form?.formId, (id) => over.peek().has(id))
  useEffect(() => {
    lookedAt.value = form?.formId
  }, [form?.formId])
  const at = form === undefined ? -1 : all.indexOf(form)
  const move = (by: 1 | -1): void => {
    lookedAt.value = all[(at + by + all.length) % all.length]?.formId
  }
  return (
    <div ref={root} class="desk-forms">
      <Arrival form={form} />
      {form !== undefined && (
        <FormPanel key={form.formId} {...{ form, at, all: all.length, onMove: move, wasTyping }} />
      )}
    </div>
  )
}

/** Says once, to who cannot see it, that a form came. */
function Arrival({ form }: { readonly form: AskedForm | undefined }): JSX.Element {
  const [text, say] = useState('')
  useEffect(() => {
    say(form === undefined ? '' : words.value.arrived(show(form.questions[0]?.question ?? '')))
  }, [form?.formId])
  return (
    <p class="visually-hidden" role="alert">
      {text}
    </p>
  )
}

import { messageOf } from '@millrace/protocol'
import { isExactObject, type Exact } from '../kit/json/exact.ts'
import { parseExact } from '../kit/json/parse-exact.ts'
import { printExact } from '../kit/json/print-exact.ts'

/**
 * Arguments that are being written, in a form and as JSON at the same time. The text is what is sent; the form shows the last
 * value that it was.
 */
export interface ArgumentsDraft {
  readonly text: string
  readonly value: Exact
  /** Why the text cannot be sent. */
  readonly fault?: { readonly kind: 'json'; readonly message: string } | { readonly kind: 'object' }
}

/** The draft after somebody changed the text. */
export function writtenText(draft: ArgumentsDraft, text: string): ArgumentsDraft {
  try {
    const value = parseExact(text)
    return isExactObject(value) ? { text, value } : { text, value: draft.value, fault: { kind: 'object' } }
  } catch (error) {
    const message = messageOf(error)
    return { text, value: draft.value, fault: { kind: 'json', message } }
  }
}

/** The draft after somebody changed the form. What is half typed there makes a text that is no JSON yet. */
export function filledForm(value: Exact): ArgumentsDraft {
  const text = printExact(value)
  return { ...writtenText({ text, value }, text), value }
}

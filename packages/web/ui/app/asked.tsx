import type { JSX } from 'preact'
import { PinnedQuestions } from '../approval/pinned-questions.tsx'
import { DeskForms } from '../forms/desk-forms.tsx'
import { Boundary } from './boundary.tsx'

/** All that waits for the person, whatever else is shown. */
export function Asked(): JSX.Element {
  return (
    <div class="app-asked">
      <Boundary part="questions">
        <PinnedQuestions />
      </Boundary>
      <Boundary part="forms">
        <DeskForms />
      </Boundary>
    </div>
  )
}

import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { PinnedQuestions } from '../approval/pinned-questions.tsx'
import { forms } from '../desk/desk.ts'
import { isShown } from '../session/store/shown-sessions.ts'
import { Boundary } from './boundary.tsx'
import { DeskForms } from './parts.ts'

/** All that waits for the person, whatever else is shown. */
export function Asked(): JSX.Element {
  return (
    <div class="app-asked">
      <Boundary part="questions">
        <PinnedQuestions />
      </Boundary>
      <Boundary part="forms">
        <Forms />
      </Boundary>
    </div>
  )
}

/** Forms, once there was one: few sessions have any. What was read in it stays when the last one is gone. */
function Forms(): JSX.Element | null {
  const wereSome = useRef(false)
  wereSome.current ||= forms.value.length > 0
  return wereSome.current ? <DeskForms isShown={isShown} /> : null
}

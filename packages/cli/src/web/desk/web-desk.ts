import { duration } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'
import type { ApprovalFrontEnd } from '@millrace/policies/approval'
import type { DeskHost, DeskListener } from '@millrace/web'
import type { DeskStreamEvents } from '@millrace/web/wire'
import { hearWarnings } from '../../warnings.ts'
import type { Workspace } from '../../workspace.ts'
import { sessionOf } from '../sessions/session-of.ts'
import { Attendance } from './attendance.ts'
import { MadeCalls } from './made-calls.ts'
import { PageApprovals } from './page-approvals.ts'
import { PageForms } from './page-forms.ts'
import { SessionFacts } from './session-facts.ts'
import { SpacedNews } from './spaced-news.ts'

/** How a desk is attended. */
export interface WebDeskOptions {
  /** Milliseconds without a page after which a question is denied; without it somebody else can answer, and it waits. */
  readonly patienceMs: number | undefined
  /** Told when a page was opened while there was none. */
  readonly came: () => void
}

type News = DeskStreamEvents['changed']['what']

/** What waits for the person, of all folders that this process works in, and what pages are told beside it. */
export class WebDesk implements DeskHost {
  readonly #listeners = new Set<DeskListener>()
  readonly #news = new SpacedNews<News>((what) => this.#tell((each) => each.changed(what)))
  readonly #attendance: Attendance
  readonly #facts = new SessionFacts()
  readonly #calls = new MadeCalls()
  readonly #approvals: PageApprovals
  readonly #forms: PageForms

  constructor({ patienceMs, came }: WebDeskOptions) {
    const attendance = new Attendance(patienceMs, came)
    this.#attendance = attendance
    const changed = (): void => {
      this.#tell((each) => each.waiting())
      this.changed('sessions')
    }
    const time = patienceMs === undefined ? '' : ` for ${duration(patienceMs)}`
    this.#approvals = new PageApprovals({
      attendance,
      facts: this.#facts,
      calls: this.#calls,
      absence: `approval needed, but no page was open${time} and nobody sits at the terminal`,
      changed,
      decided: (decided) => this.#tell((each) => each.decided(decided)),
    })
    this.#forms = new PageForms({ attendance, changed })
  }

  /** Whether a page is open. */
  get isAttended(): boolean {
    return this.#attendance.isAttended
  }

  questions: DeskHost['questions'] = () => this.#approvals.questions()

  forms: DeskHost['forms'] = () => this.#forms.forms()

  answer: DeskHost['answer'] = (requestId, answer) => this.#approvals.answer(requestId, answer)

  try: DeskHost['try'] = (requestId, rules) => Promise.resolve(this.#approvals.try(requestId, rules))

  answerForm: DeskHost['answerForm'] = (formId, answer) => this.#forms.answer(formId, answer)

  attend: DeskHost['attend'] = () => this.#attendance.attend()

  watch(listener: DeskListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The session whose log has a question, where one has. */
  sessionOf(requestId: string): string | undefined {
    return this.#facts.sessionOf(requestId)
  }

  /** Questions of a session that wait. */
  waiting(session: string): number {
    const all = [...this.questions(), ...this.forms()]
    return all.filter((each) => each.session === session).length
  }

  /** Takes in what happens in a session of this process, before anybody is asked about it. */
  hear(session: string, event: SessionEvent): void {
    this.#facts.hear(session, event)
  }

  /** Tells pages that something is to be asked for again. */
  changed(what: News): void {
    this.#news.add(what)
  }

  /** As `PageApprovals.ofTerminal`. */
  ofTerminal(frontEnd: ApprovalFrontEnd): ApprovalFrontEnd {
    return this.#approvals.ofTerminal(frontEnd)
  }

  /** The calls of a session cannot be judged any more. */
  forget(session: string): void {
    this.#calls.forget(session)
  }

  /** Serves a folder: its questions, its calls, and what changes in it. @returns what ends that. */
  add(workspace: Workspace): () => void {
    const { ctx } = workspace
    const undo = [
      this.#approvals.add(workspace),
      this.#forms.add(workspace),
      hearWarnings(ctx, (message) => this.#tell((each) => each.warning(message))),
      ctx.on('tools/result', (execution) => {
        const session = sessionOf(execution.agent)
        if (session !== undefined) this.#calls.add(session, execution)
        return undefined
      }),
      ctx.on('permission/granted', () => this.#rulesChanged()),
      ctx.on('permission/revoked', () => this.#rulesChanged()),
    ]
    return () => {
      for (const each of undo.toReversed()) each?.()
    }
  }

  #rulesChanged(): void {
    this.changed('rules')
    // What happens to calls of a tool is told with it.
    this.changed('tools')
  }

  #tell(tell: (listener: DeskListener) => void): void {
    for (const each of this.#listeners) tell(each)
  }
}

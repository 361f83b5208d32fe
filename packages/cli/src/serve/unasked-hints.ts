import type { Context } from '@deepseek-ai/cordis'
import type { FailedCall } from '@millrace/mcp/server'

/** Calls of which it is remembered that nobody could be asked about them. */
const most = 1_000

/** Says of a call that nobody could be asked about, which rule would allow it. */
export class UnaskedHints {
  private readonly unasked = new Set<string>()
  private readonly ctx: Context

  constructor(ctx: Context) {
    this.ctx = ctx
    ctx.on('approval/decided', ({ callId, outcome }) => {
      if (outcome !== 'unavailable') return
      if (this.unasked.size >= most) this.unasked.clear()
      this.unasked.add(callId)
    })
  }

  /** One line; `undefined` where a call failed for another reason. */
  hintFor({ callId, name, arguments: args, agent }: FailedCall): string | undefined {
    if (!this.unasked.delete(callId)) return undefined
    const [rules = []] = this.ctx.get('permissions')?.judge(name, args, agent).suggestions ?? []
    const why = 'this client cannot ask the person, so the call was denied'
    return rules.length === 0
      ? `${why}; a person can start the server with --permission-mode or --approve-all`
      : `${why}; a person can allow it in millrace.jsonc: "permissions": { "allow": ${JSON.stringify(rules)} }`
  }
}

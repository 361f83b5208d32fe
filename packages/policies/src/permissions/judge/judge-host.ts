import { shown } from '@millrace/protocol'
import { hostPlace } from '../rules/host-reach.ts'
import { allowingRule, strictRule, type Circumstances } from './circumstances.ts'
import { allowed, asks, byRule, type Judgement } from './judgement.ts'

/**
 * What is decided about one host.
 * @param tool - whose rules allow it; of a command those of `web_fetch`.
 * @param isCovered - whether a rule about the whole call, or about the very command, speaks for it.
 */
export function judgeHost(c: Circumstances, written: string, tool: string, isCovered: boolean): Judgement {
  const host = hostPlace(written)
  const strict = strictHost(c, written, tool)
  if (strict !== undefined) return strict
  const rule = host && allowingRule(c, (index) => index.ofHost(tool, host, c.now))
  if (rule !== undefined) return byRule(rule)
  if (isCovered) return allowed('is allowed by its rule')
  if (c.mode === 'bypass') return allowed('the mode is bypass')
  return asks(
    host === undefined
      ? `reaches "${shown(written)}", which is no host that a rule could name`
      : `no rule allows reaching ${shown(written)}`,
  )
}

/** What no rule that allows can outweigh. */
export function strictHost(c: Circumstances, written: string, tool: string): Judgement | undefined {
  const host = hostPlace(written)
  const rule = host && strictRule(c, (index) => index.ofHost(tool, host, c.now))
  return rule && byRule(rule)
}

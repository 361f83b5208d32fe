import { escapeVisible } from '@millrace/protocol'
import type { SandboxService } from './contract.ts'

/**
 * What a person has to know before commands run, one line for each sentence; `undefined` where the sandbox keeps all
 * that it promises.
 */
export function sandboxBanner({
  enforcement,
  backend,
  gaps,
}: Pick<SandboxService, 'enforcement' | 'backend' | 'gaps'>): string | undefined {
  if (enforcement === 'full') return undefined
  const title =
    enforcement === 'none'
      ? 'There is no sandbox: commands run as you, and each one that no rule allows is asked about.'
      : `The sandbox (${backend}) keeps commands in only in part: each one that no rule allows is asked about.`
  return [title, ...gaps.map((gap) => `  ${escapeVisible(gap)}`)].join('\n')
}

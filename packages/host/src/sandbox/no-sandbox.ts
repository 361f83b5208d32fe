import type { CommandSpec } from '../processes/command.ts'
import type { Sandbox, SandboxedCommand } from './sandbox.ts'

/** No sandbox: commands run as they are. */
export function noSandbox(gaps: readonly string[]): Sandbox {
  return {
    enforcement: 'none',
    backend: 'none',
    network: 'open',
    gaps,
    wrap: async (spec) => plainCommand(spec),
    close: async () => {},
  }
}

/** A command for which nothing has to be waited for or given back. */
export function plainCommand(spec: CommandSpec): SandboxedCommand {
  return { spec, entered: async () => {}, ask: () => false, release: () => {} }
}

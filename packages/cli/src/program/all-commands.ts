import type { Command } from 'commander'
import { addAcp } from './acp-command.ts'
import { addCall } from './call-command.ts'
import { addCode } from './code-command.ts'
import type { Surroundings } from './command-options.ts'
import { addConfig } from './config-command.ts'
import { addExplain } from './explain-command.ts'
import { addHelp } from './help-command.ts'
import { addMcp } from './mcp-command.ts'
import { addOverview } from './overview-command.ts'
import { addPermissions } from './permissions-command.ts'
import { addPolicy } from './policy-command.ts'
import { addReplay } from './replay-command.ts'
import { rootCommand } from './root-command.ts'
import { addRun } from './run-command.ts'
import { addSessions } from './sessions-command.ts'
import { addTools } from './tools-command.ts'
import { addTour } from './tour-command.ts'
import { addTrust } from './trust-command.ts'
import { addWeb } from './web-command.ts'

/** The command with all that can be done with it, apart from completion, which needs all the rest. */
export function programOf(around: Surroundings): Command {
  const program = rootCommand(around.io)
  addOverview(program, around)
  addTools(program, around)
  addCall(program, around)
  addCode(program, around)
  addRun(program, around)
  addWeb(program, around)
  addAcp(program, around)
  addSessions(program, around)
  addReplay(program, around)
  addExplain(program, around)
  addMcp(program, around)
  addPermissions(program, around)
  addPolicy(program, around)
  addTrust(program, around)
  addTour(program, around)
  addConfig(program, around)
  addHelp(program, around)
  return program
}

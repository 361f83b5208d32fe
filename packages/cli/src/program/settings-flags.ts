import type { Command } from 'commander'
import { permissionModes, sandboxChoices } from '../config/choices.ts'

/** Adds the options that stand above all settings. */
export function withSettingsFlags(command: Command): Command {
  const mode = command.createOption('--permission-mode <mode>', 'what happens where no rule decides')
  const sandbox = command.createOption('--sandbox <choice>', 'whether commands run in a sandbox')
  return command.addOption(mode.choices(permissionModes)).addOption(sandbox.choices(sandboxChoices))
}

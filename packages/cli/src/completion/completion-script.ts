import type { Shell } from '../program/completion-command.ts'
import { bashScript } from './bash-script.ts'
import { printed } from './printed.ts'

const command = 'millrace'

/** The script that makes a shell ask this command how words go on. */
export async function completionScript(shell: Shell): Promise<string> {
  if (shell === 'bash') return bashScript
  const { script } = await import('@bomb.sh/tab')
  return printed(() => script(shell, command, command))
}

import { askByKey, yesOrNo, type NoAnswer } from '../ask/ask-by-key.ts'
import type { Io } from '../io.ts'

const question = 'Trust this folder as it is now?   [y] yes   [n] no   (Ctrl+C cancels)\n'

/** Asks whoever sits at the terminal whether what stands above is trusted. */
export function askTrust(io: Io): Promise<'yes' | 'no' | NoAnswer> {
  return askByKey(yesOrNo, () => void io.stderr.write(question), io)
}

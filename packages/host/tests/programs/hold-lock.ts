// Tries for a lock, says `held` or the code of the refusal, and with `stay` lives until it is ended from outside.
import { DiskError, privateDisk } from '../../src/index.ts'

const [folder = '', name = '', stay] = process.argv.slice(2)
const disk = await privateDisk(folder)
try {
  await disk.lock(name)
  process.stdout.write('held\n')
} catch (error) {
  process.stdout.write(`${error instanceof DiskError ? error.code : String(error)}\n`)
}
if (stay === 'stay') setInterval(() => {}, 60_000)

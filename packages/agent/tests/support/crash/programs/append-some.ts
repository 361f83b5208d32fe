import { writeSync } from 'node:fs'
import { jsonlSessions } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import { crashSession, noteOf } from '../notes.ts'

// Appends so many events, each confirmed, and says what is confirmed, and with which code it failed.
const [folder = '', wanted = '8', longest = '300'] = process.argv.slice(2)

try {
  const log = await jsonlSessions(await privateDisk(folder)).create(crashSession)
  writeSync(1, 'opened 0\n')
  while (log.next < Number(wanted)) {
    log.append('model/notice', noteOf(log.next, Number(longest)))
    await log.flush()
    writeSync(1, `acked ${log.next}\n`)
  }
  await log.close()
  writeSync(1, 'closed\n')
} catch (error) {
  if (!isHarnessError(error)) throw error
  writeSync(1, `failed ${error.code}\n`)
}

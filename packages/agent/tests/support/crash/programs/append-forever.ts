import { writeSync } from 'node:fs'
import { jsonlSessions, SessionError, type SessionLog } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { crashSession, noteOf } from '../notes.ts'

// Appends until it is killed; a line is printed for each state that was confirmed, before anything else happens.
const [folder = '', flushing = 'step'] = process.argv.slice(2)
const store = jsonlSessions(await privateDisk(folder))
const how = { flushing: flushing === 'event' ? 'event' : 'step' } as const

async function opened(): Promise<SessionLog> {
  try {
    return (await store.open(crashSession.id, how)).log
  } catch (error) {
    // A header that was cut off is no session yet.
    if (!(error instanceof SessionError)) throw error
    if (error.code === 'SESSION_CORRUPT') await store.remove(crashSession.id)
    else if (error.code !== 'SESSION_NOT_FOUND') throw error
    return store.create(crashSession, how)
  }
}

const log = await opened()
writeSync(1, `opened ${log.next}\n`)
for (let batch = 1; ; batch = (batch * 5) % 7) {
  for (let count = 0; count < batch; count++) log.append('model/notice', noteOf(log.next, 3000))
  await log.flush()
  writeSync(1, `acked ${log.next}\n`)
}

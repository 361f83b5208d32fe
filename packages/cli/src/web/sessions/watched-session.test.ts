import { memorySessions } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import type { SessionActivity } from '@millrace/web/wire'
import { expect, onTestFinished, test } from 'vitest'
import { folder } from '../../../tests/folder.ts'
import { LiveSessions } from './live-sessions.ts'
import { WatchedSession } from './watched-session.ts'

test('who watches a session that is taken up is told so before anything happens in it', async () => {
  const store = memorySessions()
  const log = await store.create({ id: 'a', cwd: '/work', principal: 'user', versions: {}, tools: {} })
  const live = new LiveSessions(
    () => {},
    () => {},
  )
  const session = new WatchedSession({
    header: log.header,
    presenters: () => undefined,
    store,
    disk: await privateDisk(folder()),
    live,
    last: -1,
    end: undefined,
    isElsewhere: false,
    canGoOn: true,
  })
  onTestFinished(() => session.close())
  const told: SessionActivity[] = []
  session.watch({ event: () => {}, activity: (activity) => void told.push(activity), gone: () => {} })
  expect(session.activity()).toEqual({ at: 'nowhere', canGoOn: true })
  live.opened(log, [])
  expect(told).toEqual([{ at: 'here', status: 'idle' }])
})

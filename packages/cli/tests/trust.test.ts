import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, millrace } from './millrace.ts'
import { hangUp, person } from './person.ts'
import { place, settings, settingsIn, type Place } from './settings.ts'
import type { TerminalOptions } from './terminal.ts'

const asking = settings({
  permissions: { allow: ['Bash(npm test)'], deny: ['Bash(rm *)'], mode: 'accept-edits' },
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './check.sh' }] }] },
  egress: ['registry.npmjs.org:443'],
  unprotected: ['package.json'],
})

type Ended = Awaited<ReturnType<typeof millrace>>

/** `millrace trust` there. */
function trust(at: Place, words: readonly string[] = [], more: TerminalOptions = {}): Promise<Ended> {
  return millrace(['trust', ...words], { cwd: at.project, ...more, env: { ...at.env, ...more.env } })
}

const kindOf = async (at: Place): Promise<string> => (await settingsIn(at)).trust.kind
const recordsOf = (at: Place): string => join(at.home, '.local/state/millrace/trust')

describe('millrace trust', () => {
  test('shows what the settings would grant and run, with file and line, and asks', async () => {
    const at = place({ 'millrace.jsonc': asking })
    const ended = await trust(at, [], person([/Trust this folder as it is now\?.*\[y\] yes.*\[n\] no/, 'y']))
    expect(ended.status).toBe(0)
    expect(ended.out()).toContain(at.project)
    expect(ended.out()).toMatch(/allow +Bash\(npm test\) +runs without a question +millrace\.jsonc:4/)
    expect(ended.out()).toMatch(/hook +\.\/check\.sh +is run at PreToolUse of Bash +millrace\.jsonc:13/)
    expect(ended.out()).toMatch(/mode +accept-edits/)
    expect(ended.out()).toMatch(/unprotected +package\.json +may be changed by commands +millrace\.jsonc:28/)
    expect(ended.out()).toMatch(/egress +registry\.npmjs\.org:443/)
    expect(ended.out()).not.toContain('rm *')
    expect(ended.out()).toMatch(/this folder is trusted since 20\d\d-\d\d-\d\d\n$/)
    const found = await settingsIn(at)
    expect([found.trust.kind, found.mode, found.ignored]).toEqual(['trusted', 'accept-edits', []])
  })

  test.each([
    ['n', 4],
    ['\u001b', 4],
    [hangUp, 4],
    ['\u0003', 130],
  ])('%j is no yes', async (keys, status) => {
    const at = place({ 'millrace.jsonc': asking })
    const ended = await trust(at, [], person([/Trust this folder/, keys]))
    expect([ended.status, await kindOf(at)]).toEqual([status, 'untrusted'])
  })

  test('does nothing where nobody can be asked, and says what would', async () => {
    const at = place({ 'millrace.jsonc': asking })
    const ended = await trust(at)
    expect([ended.status, await kindOf(at)]).toEqual([4, 'untrusted'])
    expect(ended.err()).toContain('millrace trust --yes')
    const report = await trust(at, ['--json'])
    expect(report.status).toBe(4)
    expect(json(report)).toMatchObject({
      ok: false,
      trust: { kind: 'untrusted' },
      claims: expect.arrayContaining([
        {
          what: 'hook',
          value: './check.sh',
          means: 'is run at PreToolUse of Bash',
          place: 'millrace.jsonc:13',
        },
      ]),
      error: { code: 'DENIED' },
    })
  })

  test('has nothing to do where there are no settings, or they are trusted already', async () => {
    const empty = await trust(place())
    expect([empty.status, empty.out()]).toEqual([
      0,
      'this folder has no settings, so there is nothing to trust\n',
    ])
    const at = place({ 'millrace.jsonc': asking })
    expect((await trust(at, ['--yes'])).status).toBe(0)
    expect((await trust(at)).status).toBe(0)
  })

  test('names another folder, and refuses what is none', async () => {
    const at = place({ 'millrace.jsonc': asking })
    const ended = await millrace(['trust', 'demo', '--yes'], { cwd: join(at.project, '..'), env: at.env })
    expect([ended.status, await kindOf(at)]).toEqual([0, 'trusted'])
    expect((await trust(at, ['nowhere'])).status).toBe(2)
    expect((await trust(at, ['--yes', '--revoke'])).err()).toContain('contradict each other')
  })

  test('is for what was shown, whatever stands there when the answer comes', async () => {
    const at = place({ 'millrace.jsonc': asking })
    const someone = person([/Trust this folder/, 'y'])
    const watch = (err: string): void => {
      if (/Trust this folder/.test(err))
        at.write('millrace.jsonc', settings({ permissions: { mode: 'bypass' } }))
      someone.watch?.(err)
    }
    expect((await trust(at, [], { ...someone, watch })).status).toBe(0)
    const found = await settingsIn(at)
    expect([found.trust.kind, found.mode]).toEqual(['changed', 'default'])
  })

  test('shows hostile settings escaped', async () => {
    const at = place({ 'millrace.jsonc': settings({ permissions: { allow: ['Bash(\u001b[2J\u202e)'] } }) })
    const ended = await trust(at, ['--yes'])
    expect(ended.out()).toContain(String.raw`Bash(\u{1b}[2J\u{202e})`)
  })
})

describe('trust', () => {
  test('ends with every change of a settings file, and says which', async () => {
    const at = place({ 'millrace.jsonc': asking })
    await trust(at, ['--yes'])
    at.write('millrace.jsonc', `${asking}\n`)
    const changed = await settingsIn(at)
    expect(changed.trust).toMatchObject({ kind: 'changed', changes: ['millrace.jsonc was changed'] })
    expect([changed.mode, changed.effective.hooks]).toEqual(['default', []])
    at.write('millrace.jsonc', asking)
    expect(await kindOf(at)).toBe('trusted')
    at.write('.millrace/local.jsonc', '{}')
    expect((await settingsIn(at)).trust).toMatchObject({ changes: ['.millrace/local.jsonc is new'] })
    rmSync(join(at.project, '.millrace'), { recursive: true })
    rmSync(join(at.project, 'millrace.jsonc'))
    expect((await settingsIn(at)).trust).toMatchObject({ changes: ['millrace.jsonc is gone'] })
    at.write('millrace.jsonc', `${asking} `)
    const again = await trust(at, [], person([/Trust this folder/, 'n']))
    expect(again.out()).toContain('it was trusted, but millrace.jsonc was changed')
  })

  test('is bound to where the folder really is', async () => {
    const at = place({ 'millrace.jsonc': asking })
    await trust(at, ['--yes'])
    const moved = `${at.project}-moved`
    renameSync(at.project, moved)
    expect(await kindOf({ ...at, project: moved })).toBe('untrusted')
    symlinkSync(moved, at.project)
    expect(await kindOf(at)).toBe('untrusted')
    rmSync(at.project)
    renameSync(moved, at.project)
    symlinkSync(at.project, `${at.project}-link`)
    expect(await kindOf({ ...at, project: `${at.project}-link` })).toBe('trusted')
  })

  test('is kept where nobody else can read or write it', async () => {
    const at = place({ 'millrace.jsonc': asking })
    await trust(at, ['--yes'])
    const [name = ''] = readdirSync(recordsOf(at))
    expect(statSync(join(recordsOf(at), name)).mode & 0o777).toBe(0o600)
    expect(statSync(recordsOf(at)).mode & 0o777).toBe(0o700)
    expect(readdirSync(recordsOf(at))).toHaveLength(1)
  })

  test.each([
    ['others may write to', (file: string) => chmodSync(file, 0o666)],
    [
      'is of another folder',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('/demo"', '/other"')),
    ],
    ['is torn', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, 40))],
    ['is no record', (file: string) => writeFileSync(file, '{"version":1,"folder":5,"files":{}}')],
    [
      'is a link',
      (file: string) => {
        renameSync(file, `${file}.real`)
        symlinkSync(`${file}.real`, file)
      },
    ],
  ])('does not come from a record that %s', async (_what, spoil) => {
    const at = place({ 'millrace.jsonc': asking })
    await trust(at, ['--yes'])
    const [name = ''] = readdirSync(recordsOf(at))
    const file = join(recordsOf(at), name)
    writeFileSync(file, readFileSync(file, 'utf8'), { mode: 0o600 })
    expect(await kindOf(at)).toBe('trusted')
    spoil(file)
    expect(await kindOf(at)).toBe('untrusted')
  })

  test('does not come from a folder that others may write to', async () => {
    const at = place({ 'millrace.jsonc': asking })
    await trust(at, ['--yes'])
    chmodSync(recordsOf(at), 0o777)
    expect(await kindOf(at)).toBe('untrusted')
  })

  test('is listed and taken back', async () => {
    const at = place({ 'millrace.jsonc': asking })
    const other = { ...at, project: join(at.home, 'other') }
    mkdirSync(other.project)
    writeFileSync(join(other.project, 'millrace.jsonc'), '{}')
    for (const each of [at, other]) expect((await trust(each, ['--yes'])).status).toBe(0)
    at.write('millrace.jsonc', '{}')
    const listed = await trust(at, ['--list'])
    expect(listed.out()).toMatch(/\/demo +20\d\d-\d\d-\d\d +not any more: millrace\.jsonc was changed/)
    expect(listed.out()).toMatch(/\/home\/other +20\d\d-\d\d-\d\d +trusted/)
    expect(json(await trust(at, ['--list', '--json']))).toMatchObject([
      { folder: at.project },
      { state: 'trusted' },
    ])
    rmSync(at.project, { recursive: true })
    const gone = await millrace(['trust', '--list'], { cwd: at.home, env: at.env })
    expect(gone.out()).toContain('the folder is gone')
    const revoked = await trust(other, ['--revoke'])
    expect([revoked.status, await kindOf(other)]).toEqual([0, 'untrusted'])
    expect(revoked.out()).toContain('is not trusted any more')
    expect((await trust(other, ['--revoke'])).out()).toContain('was not trusted')
    expect(
      json(await millrace(['trust', at.project, '--revoke', '--json'], { cwd: at.home, env: at.env })),
    ).toEqual({
      ok: true,
      folder: at.project,
      revoked: true,
    })
  })
})

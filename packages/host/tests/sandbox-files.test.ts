import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { protectedEntries, type ProtectedEntry } from '../src/index.ts'
import { until } from './commands.ts'
import { compileProgram } from './host-program.ts'
import { asNobody, boxed, canBeNobody, freshFolder, hasBubblewrap } from './sandbox.ts'

const ofWorkspace = protectedEntries.filter(({ base }) => base === 'workspace')
const ofHome = protectedEntries.filter(({ base }) => base === 'home')

/** Every file and folder beneath a folder, with what the files hold. */
function everythingIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return Object.fromEntries(
    names.map((name) => [
      name,
      lstatSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'latin1') : '',
    ]),
  )
}

/** A folder with all protected paths of one base in it. */
function furnished(base: 'workspace' | 'home'): string {
  const folder = freshFolder()
  for (const { path, kind } of protectedEntries.filter((entry) => entry.base === base)) {
    const file = kind === 'folder' ? join(folder, path, 'there') : join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'as it was\n')
  }
  return folder
}

/** Ways of a shell to change a path, and what it lies in. */
const attacks = (path: string): string[] => {
  const [p, way] = [`"${path}"`, `"${path.split('/')[0]}"`]
  return [
    `echo x > ${p}`,
    `echo x >> ${p}`,
    `echo x > ${p}/there`,
    `mkdir -p ${p} && echo x > ${p}/new`,
    `mkdir -p "$(dirname ${p})" && echo x > ${p}`,
    `rm -rf ${p}`,
    `mv ${p} away`,
    `mv -T ${way} away && mkdir -p "$(dirname ${p})" && echo x > ${p}`,
    `echo x > mine; mv -f mine ${p}; rm -f mine`,
    `ln -sf /etc/hostname ${p}`,
    `echo x > mine; ln -f mine ${p}; rm -f mine`,
    `ln ${p} mine && echo x > mine; rm -f mine`,
    `rmdir ${p}; umount ${p}; echo x > ${p}`,
    `chmod 777 ${p}; echo x > ${p}`,
    // Whatever could be copied from there.
    'rm -rf away mine',
  ]
}

const allAttacks = (entries: readonly ProtectedEntry[]): string =>
  entries.flatMap(({ path }) => attacks(path)).join('\n')

describe.runIf(hasBubblewrap)('files in the sandbox', () => {
  verifies(['security:F5'], 'no protected path of the workspace that is there can be changed', async () => {
    expect(protectedEntries.length).toBeGreaterThanOrEqual(40)
    const box = await boxed({ workspace: furnished('workspace') })
    const before = everythingIn(box.workspace)
    await box.run(allAttacks(ofWorkspace))
    expect(everythingIn(box.workspace)).toEqual(before)
  })

  verifies(['security:F5'], 'none that is not there can be made, and nothing stays behind', async () => {
    const box = await boxed()
    await box.run(allAttacks(ofWorkspace.filter(({ idleWithout }) => idleWithout === undefined)))
    await until(() => readdirSync(box.workspace).length === 0, 'nothing is left')
  })

  verifies(['security:F5'], 'nor one that steers a project of its kind, where there is one', async () => {
    const workspace = freshFolder()
    mkdirSync(join(workspace, '.git'))
    writeFileSync(join(workspace, 'package.json'), '')
    const before = readdirSync(workspace)
    const box = await boxed({ workspace })
    const steering = ofWorkspace.filter(({ path, idleWithout }) => idleWithout !== path)
    expect(steering.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['.github/workflows', '.yarnrc', '.yarnrc.yml']),
    )
    // Nor after an attempt to remove what tells the kind.
    await box.run(allAttacks(steering))
    await box.run(allAttacks(steering))
    await box.sandbox.close()
    expect(readdirSync(workspace)).toEqual(before)
  })

  test('commands see no more held places than it takes', async () => {
    const box = await boxed()
    const common = '.cargo .claude .codex .cursor .envrc .gemini .mcp.json .millrace .npmrc .vscode .zed'
    const seen = async () => (await box.run('ls -A')).output.trim().split('\n').toSorted()
    const names = (text: string) => `${common} ${text}`.split(' ').toSorted()
    expect(await seen()).toEqual(names('.git millrace.jsonc package.json'))
    await until(() => readdirSync(box.workspace).length === 0, 'the places are cleared')
    mkdirSync(join(box.workspace, '.git'))
    writeFileSync(join(box.workspace, 'package.json'), '{}')
    expect(await seen()).toEqual(names('.git .github .yarnrc .yarnrc.yml millrace.jsonc package.json'))
  })

  test('Yarn looks for its settings under another name while their place is held', async () => {
    const workspace = freshFolder()
    const box = await boxed({ workspace })
    const named = async () => (await box.run('echo "$YARN_RC_FILENAME"')).output.trim()
    expect(await named()).toBe('')
    await until(() => readdirSync(workspace).length === 0, 'the places are cleared')
    writeFileSync(join(workspace, 'package.json'), '{}')
    expect(existsSync(join(workspace, await named()))).toBe(false)
    expect(await named()).not.toBe('')
    await until(() => readdirSync(workspace).length === 1, 'the places are cleared')
    writeFileSync(join(workspace, '.yarnrc.yml'), 'nodeLinker: node-modules')
    expect(await named()).toBe('')
  })

  verifies(['security:F5'], 'a home folder that is the workspace keeps its protected paths', async () => {
    const home = furnished('home')
    const box = await boxed({ workspace: home, env: { ...process.env, HOME: home } })
    const before = everythingIn(home)
    await box.run(allAttacks(ofHome))
    await box.sandbox.close()
    expect(everythingIn(home)).toEqual(before)
    for (const { path } of ofHome) rmSync(join(home, path), { recursive: true })
    const empty = await boxed({ workspace: home, env: { ...process.env, HOME: home } })
    await empty.run(allAttacks(ofHome))
    await empty.sandbox.close()
    expect(ofHome.filter(({ path }) => existsSync(join(home, path)))).toEqual([])
  })

  verifies(['security:F5'], 'a protected path that is a link keeps what it leads to', async () => {
    const workspace = freshFolder()
    writeFileSync(join(workspace, 'environment'), 'as it was\n')
    symlinkSync('environment', join(workspace, '.envrc'))
    const box = await boxed({ workspace })
    await box.run('echo x > .envrc; echo x > environment; rm environment; mv environment away')
    expect(readFileSync(join(workspace, '.envrc'), 'utf8')).toBe('as it was\n')
  })

  test('Git works but for what it would run: commits do, its hooks and settings stay', async () => {
    const workspace = freshFolder()
    execFileSync('git', ['init', '--quiet'], { cwd: workspace })
    const config = readFileSync(join(workspace, '.git/config'), 'utf8')
    const box = await boxed({ workspace })
    const who = 'git -c user.name=a -c user.email=a@b.c'
    const { output, status } = await box.run(
      `echo x > file && git add -A && ${who} commit -m x && git status --short`,
    )
    expect({ output, status }).toMatchObject({ status: 0 })
    const listed = execFileSync('git', ['ls-files'], { cwd: workspace, encoding: 'utf8' })
    expect(listed).toBe('file\n')
    expect((await box.run('git config core.fsmonitor /tmp/evil')).status).not.toBe(0)
    await box.run('mv .git old; cp -r old .git; echo evil >> .git/config')
    expect(readFileSync(join(workspace, '.git/config'), 'utf8')).toBe(config)
  })

  verifies(['security:F5'], 'Git takes settings from no other folder, not even for a moment', async () => {
    const workspace = freshFolder()
    execFileSync('git', ['init', '--quiet'], { cwd: workspace })
    const box = await boxed({ workspace })
    const common = join(workspace, '.git/commondir')
    const evil = `mkdir evil; cp -r .git/config .git/objects .git/refs evil; git config --file evil/config alias.x evil`
    const point =
      'echo ../evil > .git/commondir; echo ../evil > new; mv -f new .git/commondir; rm -f .git/commondir'
    const ran = await box.bash(`${evil}; ${point}; echo ready; sleep 300`)
    await until(() => ran.output().includes('ready'), 'it has tried')
    const alias = 'git status --porcelain && git rev-parse --git-common-dir && git config --get alias.x'
    const outside = execFileSync('bash', ['-c', `${alias}; true`], { cwd: workspace, encoding: 'utf8' })
    expect(outside).not.toContain('evil\n')
    expect((await box.run('git status --porcelain && git worktree list')).status).toBe(0)
    // Another host takes it for a held place, too.
    const other = await boxed({ workspace })
    await other.run('true')
    await other.sandbox.close()
    expect(readFileSync(common, 'utf8')).toBe('.\n')
    await ran.running.stop()
    await until(() => !existsSync(common), 'the place is cleared')
    expect(readdirSync(join(workspace, '.git')).filter((name) => name.startsWith('commondir'))).toEqual([])
  })

  verifies(['security:F5'], 'hooks and settings stay that Git is told to take from the project', async () => {
    const workspace = freshFolder()
    const home = freshFolder()
    const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace })
    git('init', '--quiet')
    git('config', 'core.hooksPath', 'tools/hooks')
    git('config', 'include.path', '../shared.gitconfig')
    git('config', 'includeIf.gitdir:/nowhere/.path', '"../missing"')
    writeFileSync(join(workspace, 'shared.gitconfig'), '[Core] HooksPath = "more hooks" ; mine\n')
    writeFileSync(join(home, '.gitconfig'), '[core]\n\thooksPath = .mine\n')
    mkdirSync(join(workspace, 'tools/hooks'), { recursive: true })
    writeFileSync(join(workspace, 'tools/hooks/pre-commit'), 'as it was')
    const before = everythingIn(workspace)
    const box = await boxed({ workspace, env: { ...process.env, HOME: home } })
    const paths = ['tools/hooks', 'more hooks', '.mine', 'shared.gitconfig']
    await box.run(paths.flatMap(attacks).join('\n'))
    await box.run('echo x > tools/hooks/pre-commit; echo x > tools/hooks/new')
    expect(await box.run('git status --porcelain && echo x > tools/other && echo x > mine')).toMatchObject({
      status: 0,
    })
    await box.sandbox.close()
    rmSync(join(workspace, 'tools/other'))
    rmSync(join(workspace, 'mine'))
    expect(everythingIn(workspace)).toEqual(before)
  })

  test('commands run in a linked worktree, whose .git is a file', async () => {
    const folder = freshFolder()
    const [main, linked] = [join(folder, 'main'), join(folder, 'linked')]
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c']
    execFileSync('git', ['init', '--quiet', main])
    execFileSync('git', [...who, 'commit', '--quiet', '--allow-empty', '-m', 'x'], { cwd: main })
    execFileSync('git', ['worktree', 'add', '--quiet', linked], { cwd: main })
    const box = await boxed({ workspace: linked })
    expect(await box.run('cat .git')).toMatchObject({ status: 0 })
    await box.sandbox.close()
    expect(readdirSync(linked)).toEqual(['.git'])
  })

  test('what the operator opens can be changed, whatever else is protected', async () => {
    const box = await boxed({ unprotected: ['package.json'] })
    expect((await box.run('npm init --yes >/dev/null && test -s package.json')).status).toBe(0)
    expect((await box.run('echo x > .npmrc')).status).not.toBe(0)
    // Yarn's settings are free only where commands cannot make the package that they belong to.
    expect((await box.run('rm package.json')).status).toBe(0)
    expect((await box.run('echo x > .yarnrc.yml')).status).not.toBe(0)
  })

  verifies(['security:F1'], 'nothing outside the writable folders can be changed', async () => {
    const other = freshFolder()
    const writable = freshFolder()
    const outside = [
      join(homedir(), '.millrace-canary'),
      '/etc/millrace-canary',
      '/usr/millrace-canary',
      '/millrace-canary',
    ]
    onTestFinished(() => {
      for (const path of outside) rmSync(path, { force: true })
    })
    writeFileSync(join(other, 'file'), 'as it was')
    const box = await boxed({ writable: [writable] })
    symlinkSync(other, join(box.workspace, 'link'))
    for (const path of outside) {
      expect(await box.run(`echo x > ${path}`)).toMatchObject({ status: 1 })
    }
    await box.run(`echo x > link/file; mkdir -p ${other}; echo x > ${other}/file; echo x > ${writable}/file`)
    expect(outside.filter((path) => existsSync(path))).toEqual([])
    expect(everythingIn(other)).toEqual({ file: 'as it was' })
    await box.sandbox.close()
    expect(everythingIn(writable)).toEqual({ file: 'x\n' })
  })

  test('the folder for temporary files is shared by the commands of one sandbox and nobody else', async () => {
    const box = await boxed({ env: process.env })
    const other = await boxed()
    const ofHost = basename(freshFolder())
    const mine = `/tmp/mine-${randomUUID()}`
    const listed = (await box.run(`echo kept > ${mine}; ls /tmp`)).output.split('\n')
    expect([listed.includes(basename(mine)), listed.includes(ofHost)]).toEqual([true, false])
    expect((await box.run(`cat ${mine}`)).output).toBe('kept\n')
    expect((await other.run(`cat ${mine}`)).status).toBe(1)
    expect(existsSync(mine)).toBe(false)
  })

  test('two hosts in one folder hold its places together, and leave what was there before', async () => {
    const workspace = freshFolder()
    mkdirSync(join(workspace, '.vscode'))
    const box = await boxed({ workspace })
    const ran = await box.bash('sleep 300')
    expect(readdirSync(workspace)).toContain('.mcp.json')
    // Seen by another host as a place that is held: it protects it, and leaves it standing.
    const other = await boxed({ workspace })
    expect((await other.run('echo x > .mcp.json')).status).not.toBe(0)
    await other.sandbox.close()
    expect(readdirSync(workspace)).toContain('.mcp.json')
    await ran.running.stop()
    await until(() => readdirSync(workspace).length === 1, 'the places are cleared')
    expect(readdirSync(workspace)).toEqual(['.vscode'])
  })

  test('what somebody puts in a held place meanwhile is theirs', async () => {
    const box = await boxed()
    const ran = await box.bash('sleep 300')
    writeFileSync(join(box.workspace, '.vscode/settings.json'), '{}')
    await ran.running.stop()
    await box.sandbox.close()
    expect(everythingIn(box.workspace)).toEqual({ '.vscode': '', '.vscode/settings.json': '{}' })
  })

  test('a command runs in the folder that it names, and in none that it would not see', async () => {
    const box = await boxed()
    mkdirSync(join(box.workspace, 'deep/folder'), { recursive: true })
    expect((await box.run('cd deep/folder && pwd')).output).toBe(
      `${realpathSync(box.workspace)}/deep/folder\n`,
    )
    const spec = { file: 'true', args: [], env: {}, streams: 'merged' as const, onOutput: () => {} }
    const started = box.processes.start({ ...spec, cwd: freshFolder() })
    await expect(started).rejects.toMatchObject({ code: 'PROCESS_CWD_MISSING' })
    await expect(box.processes.start({ ...spec, cwd: join(box.workspace, 'gone') })).rejects.toMatchObject({
      code: 'PROCESS_CWD_MISSING',
    })
  })
})

describe.runIf(canBeNobody)('a folder that is shut', () => {
  verifies(['security:F5'], 'is not opened by a command to put protected paths in it', async () => {
    const program = await compileProgram('read-secrets-boxed')
    onTestFinished(() => program.remove())
    const workspace = freshFolder()
    mkdirSync(join(workspace, '.git'))
    const paths = [workspace, join(workspace, '.git'), program.path, dirname(program.path)]
    for (const path of paths) chownSync(path, 65_534, 65_534)
    chmodSync(join(workspace, '.git'), 0o555)
    const line = 'chmod 755 .git; echo x > .git/commondir; mkdir .git/hooks; echo x > mine; id -u'
    const [file, ...args] = [...asNobody, process.execPath, program.path, workspace, line]
    const told = execFileSync(file, args, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    })
    expect(told).toContain('65534')
    expect(everythingIn(workspace)).toEqual({ '.git': '', mine: 'x\n' })
  })
})

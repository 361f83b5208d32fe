import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { commandEnvironment } from '../src/index.ts'
import { secretFiles, secretFolders } from '../src/sandbox/secret-paths.ts'
import { compileProgram } from './host-program.ts'
import { boxed, freshFolder, hasBubblewrap } from './sandbox.ts'
import { canaries, foundIn, ownReadings, parentReadings } from './secrets.ts'

function answerOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path).on('error', reject)
    socket.on('data', (data) => resolve(String(data)))
  })
}

describe.runIf(hasBubblewrap)('secrets in the sandbox', () => {
  verifies(
    ['security:C4'],
    'no command finds any in its environment, or in the environment and memory of its parents',
    async () => {
      const program = await compileProgram('read-secrets-boxed')
      onTestFinished(() => program.remove())
      const everyProcess = [
        `cat /proc/[0-9]*/environ | tr '\\0' '\\n'`,
        'ps auxeww',
        `cat /proc/HOST/environ /proc/HOST/task/*/environ; ps eww -p HOST; kill -0 HOST && echo canary-0-openai_api_key`,
      ]
      const readings = [...ownReadings, ...parentReadings, ...everyProcess]
      const { stdout, stderr } = await program.runWith(canaries, freshFolder(), ...readings)
      expect(stderr).toBe('')
      const read = JSON.parse(stdout) as { hidesParent: string; enforcement: string; outputs: string[] }
      expect(read).toMatchObject({ hidesParent: 'full', enforcement: 'full' })
      expect(read.outputs.map(foundIn)).toEqual(readings.map(() => []))
      expect(read.outputs[0]).toContain('PATH=')
    },
  )

  verifies(['security:C4'], 'those of the home folder are out of sight', async () => {
    const home = freshFolder()
    for (const path of [...secretFolders.map((folder) => `${folder}/key`), ...secretFiles]) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), `//registry.example.org/:_authToken=canary-of-${path}\n`)
    }
    writeFileSync(join(home, 'notes.txt'), 'to be seen')
    const box = await boxed({
      env: { ...process.env, HOME: home },
      workspace: freshFolder(),
      writable: [home],
    })
    const { output } = await box.run(`find ${home} -type f -exec cat {} +; cat ${home}/.ssh/key`, {
      HOME: home,
    })
    expect(output).toContain('to be seen')
    expect(output).not.toContain('canary')
  })

  test('npm keeps its settings, without what logs in', async () => {
    const home = freshFolder()
    const lines = [
      'registry=https://registry.example.org/',
      '//registry.example.org/:_authToken=canary',
      'fund=false',
    ]
    writeFileSync(
      join(home, '.npmrc'),
      [
        ...lines,
        '_auth = canary',
        'always-auth=true',
        'email=canary@example.org',
        'https-proxy=http://me:canary@proxy.example.org:3128',
      ].join('\n'),
    )
    const box = await boxed({ env: { ...process.env, HOME: home }, writable: [home] })
    const { output } = await box.run(`cat ${home}/.npmrc`)
    expect(output).toContain('registry=https://registry.example.org/\nfund=false')
    expect(output).not.toContain('canary')
  })

  test.each(['absolute', 'relative'])('sockets of other programs are not there: %s', async (spelling) => {
    const workspace = freshFolder()
    const path = join(workspace, 'service.sock')
    const serving = `require('net').createServer((socket) => socket.end('secret'))
      .listen(${JSON.stringify(spelling === 'absolute' ? path : 'service.sock')}, () => console.log('listens'))`
    const server = spawn(process.execPath, ['--eval', serving], { cwd: workspace })
    onTestFinished(() => void server.kill())
    await once(server.stdout, 'data')
    expect(await answerOf(path)).toBe('secret')
    const box = await boxed({ workspace })
    const reach = `require('net').connect(${JSON.stringify(path)}).on('error', (e) => console.log(e.code)).pipe(process.stdout)`
    expect(
      (await box.run(`node -e '${reach.replaceAll('"', '\\"').replaceAll("'", `'"'"'`)}'`)).output,
    ).not.toContain('secret')
    expect((await box.run('ls -A /run /var/run/ | grep -v :; ls -A /tmp | grep -i x11')).output.trim()).toBe(
      '',
    )
  })

  verifies(['security:C4'], 'no program gains rights: none are held, and none come with a file', async () => {
    const box = await boxed()
    const { output } = await box.run(`grep -E '^(Cap(Eff|Prm|Bnd|Amb)|NoNewPrivs)' /proc/self/status`)
    expect(output.match(/0000000000000000/g)).toHaveLength(4)
    expect(output).toContain('NoNewPrivs:\t1')
    expect((await box.run('mount -t tmpfs none /mnt; umount /proc; chroot / true')).status).not.toBe(0)
  })

  verifies(
    ['security:F1'],
    'root cannot steer the kernel through /proc, nor read what only root may',
    async () => {
      const box = await boxed()
      // Opens only; nothing is written.
      const look = `const fs = require('fs'), found = []
      const may = (path, mode) => { try { fs.accessSync(path, mode); return true } catch { return false } }
      const walk = (path, depth) => {
        if (fs.lstatSync(path).isSymbolicLink()) return
        if (!fs.statSync(path).isDirectory()) { if (fs.statSync(path).isFile() && may(path, fs.constants.W_OK)) found.push(path); return }
        if (depth > 0) for (const name of fs.readdirSync(path)) walk(path + '/' + name, depth - 1)
      }
      for (const name of fs.readdirSync('/proc')) if (!/^[0-9]/.test(name)) walk('/proc/' + name, 3)
      for (const path of ['/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/irq/default_smp_affinity'])
        try { fs.closeSync(fs.openSync(path, fs.constants.O_WRONLY)); found.push('opened ' + path) } catch {}
      for (const path of ['/etc/shadow', '/etc/gshadow', '/proc/kcore', '/proc/timer_list'])
        try { if (fs.readSync(fs.openSync(path), Buffer.alloc(9)) > 0) found.push('read ' + path) } catch {}
      // Whoever writes to these is told about the machine, and nobody else is.
      console.log(JSON.stringify(found.filter((path) => !path.startsWith('/proc/pressure/'))))`
      writeFileSync(join(box.workspace, 'look.cjs'), look)
      const { output } = await box.run('node look.cjs && cat /proc/sys/kernel/ostype')
      expect(output).toBe('[]\nLinux\n')
    },
  )

  test('a library that is named to the loader acts on the command, not on what builds the sandbox', async () => {
    const box = await boxed()
    const env = { LD_PRELOAD: '/no/such/library.so' }
    const wrapped = await box.sandbox.wrap({
      file: 'true',
      args: [],
      cwd: box.workspace,
      env: { ...commandEnvironment(process.env), ...env },
      streams: 'merged',
      onOutput: () => {},
    })
    wrapped.release()
    expect(wrapped.spec.env).not.toHaveProperty('LD_PRELOAD')
    expect((await box.run('echo $LD_PRELOAD', env)).output).toContain('/no/such/library.so')
  })
})

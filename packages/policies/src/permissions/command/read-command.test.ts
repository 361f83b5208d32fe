import { describe, expect, test } from 'vitest'
import { readCommand } from './read-command.ts'
import type { CommandPart } from './reading.ts'

function partsOf(command: string, cwd = ''): readonly CommandPart[] {
  const reading = readCommand(command, cwd)
  if (reading.kind === 'unsure') throw new Error(`${command}: ${reading.reason}`)
  return reading.parts
}

/** `sudo>git push` for each part, with a `?` where there is a doubt. */
const brief = (command: string): string[] =>
  partsOf(command).map(
    ({ via, argv, doubt }) => [...via, argv.join(' ')].join('>') + (doubt === undefined ? '' : ' ?'),
  )

const paths = (command: string, cwd = ''): string[] =>
  partsOf(command, cwd).flatMap((part) => part.paths.map(({ path, access }) => `${access} ${path}`))

const doubts = (command: string): (string | undefined)[] => partsOf(command).map(({ doubt }) => doubt)

describe('readCommand', () => {
  test('each program is a part, as it stands in the command', () => {
    expect(partsOf('git status  &&\ncat "a b" 2>&1 | head -1')).toEqual([
      { text: 'git status', argv: ['git', 'status'], via: [], paths: [], hosts: [] },
      {
        text: 'cat "a b" 2>&1',
        argv: ['cat', 'a b'],
        via: [],
        paths: [{ path: 'a b', access: 'read' }],
        hosts: [],
      },
      { text: 'head -1', argv: ['head', '-1'], via: [], paths: [], hosts: [] },
    ])
  })

  test.each<[string, string[]]>([
    ['sudo git push', ['sudo git push ?', 'sudo>git push']],
    [
      'timeout 5 nice -n 3 git push',
      ['timeout 5 nice -n 3 git push', 'timeout>nice -n 3 git push', 'timeout>nice>git push'],
    ],
    ['sudo --odd root git push', ['sudo --odd root git push ?', 'sudo>root git push', 'sudo>git push']],
    ['env A=1 git push', ['env A=1 git push ?', 'env>git push']],
    ['bash -c "git push; ls"', ['bash -c git push; ls', 'bash>git push', 'bash>ls']],
    ['bash --norc -c "git push"', ['bash --norc -c git push ?', 'bash>git push']],
    ["eval 'git push'", ['eval git push ?', 'eval>git push']],
    ['find . -exec git push \\;', ['find . -exec git push ;', 'find>git push']],
    ['ls | xargs git push', ['ls', 'xargs git push', 'xargs>git push ?']],
    ['git -C x push', ['git -C x push ?', 'git>git push ?']],
    ['git --no-pager log', ['git --no-pager log', 'git>git log']],
    ['time git push', ['time git push', 'time>git push']],
    ['command -v git', ['command -v git']],
    ['echo "$(git push)"', ['git push', 'echo $(git push)']],
    ['cat $(git push)', ['git push', 'cat $(git push) ?']],
    ['x=$(git push)', ['git push']],
    ['watch -n 5 git push', ['watch -n 5 git push ?', 'watch>5 git push', 'watch>git push', 'watch>push']],
    ['(cd a && git push)', ['cd a', 'git push']],
    ['PATH=. git push', ['PATH=. git push ?', 'git push']],
    ['CI=1 FORCE_COLOR=0 git push', ['git push']],
  ])('%s runs %j', (command, expected) => {
    expect(brief(command)).toEqual(expected)
  })

  test('a here-document is one part, and one for an interpreter leaves a doubt', () => {
    expect(brief("python3 - <<'X'\nimport os\nprint(1)\nX")).toEqual(['python3 - ?'])
    expect(brief("bash <<'X'\nls\nX")).toEqual(['bash ?'])
    expect(partsOf("python3 - <<'X'\nX")[0]?.unseen).toBe(true)
    expect(partsOf("python3 /dev/stdin <<'X'\nX")[0]?.unseen).toBe(true)
    expect(partsOf('python3 a.py')[0]?.unseen).toBeUndefined()
    expect(partsOf("cat > a.py <<'X'\nimport os\nX\npython3 a.py").map(({ text }) => text)).toEqual([
      "cat > a.py <<'X'",
      'python3 a.py',
    ])
  })

  test.each<[string, string[]]>([
    ['cat a.txt', ['read a.txt']],
    ['cat < ../a > b 2>/dev/null', ['read ../a', 'write b']],
    ['cp a b/c', ['read a', 'write b/c', 'write b/c/a']],
    ['cp a.json b.json', ['read a.json', 'write b.json']],
    ['cp -r x/.git .', ['read x/.git', 'write .', 'read x/.git', 'write .git']],
    ['cp src/*.ts lib', ['read src/*.ts', 'write lib', 'write lib/*.ts']],
    ['mv a b c', ['write a', 'write b', 'write c', 'read a', 'read b', 'write c/a', 'write c/b']],
    ['git show HEAD:.env', ['read HEAD:.env', 'read .env']],
    ['cp src/*.ts', ['read src/*.ts']],
    ['rm -rf ~/x /etc/y', ['write ~/x', 'write /etc/y']],
    ["sed -i 's/a/b/' f", ['write f']],
    ["sed -i '' 's/a/b/' f", ['write s/a/b', 'write f']],
    ['find a b -delete', ['write a', 'write b']],
    ['find src -name "*.ts" -exec rm {} +', ['read src', 'write src/**']],
    ['find src -exec cat {} +', ['read src', 'read src/{.*,**}']],
    ['find src -name ".e*" -exec cat {} +', ['read src', 'read src/**/.e*']],
    ['find src -name a.ts -o -type f -exec cat {} +', ['read src', 'read src/{.*,**}']],
    ['foo x/y --out=/z name', ['write x/y', 'write /z']],
    ['./run.sh a', ['read run.sh']],
    ['git config a.b c', ['write .git/config']],
    ["cat '~/x'", ['read ./~/x']],
    ['cd a && cat b; cat c', ['read a', 'read a/b', 'read a/c', 'read c']],
    ['cd a || exit 1; cat b', ['read a', 'read a/b']],
    ['! cd a && cat b', ['read a', 'read b']],
    ['(cd a); cat b', ['read a', 'read b']],
    ['cd /srv && cat b', ['read /srv', 'read /srv/b']],
    ['bash -c "cd a && cat b"; cat c', ['read a', 'read a/b', 'read c']],
  ])('%s touches %j', (command, expected) => {
    expect(paths(command)).toEqual(expected)
  })

  test('paths are seen from the folder in which it starts', () => {
    expect(paths('cat a ../b /c', 'x/y')).toEqual(['read x/y/a', 'read x/b', 'read /c'])
    expect(paths('cat a', '/srv')).toEqual(['read /srv/a'])
  })

  test.each([
    'cd - && touch a',
    'cd $X && touch a',
    'cd a* && touch b',
    'pushd a && touch b',
    'command cd a && touch b',
    'time cd a && touch b',
    'cd a | cat; touch b',
    'cd -P a && touch b',
    'cd a; cd b; cd c; touch d',
  ])('after %s the folder is not known', (command) => {
    expect(doubts(command).at(-1)).toMatch(/folder in which it runs is not known/)
  })

  test('a path that climbs out of a folder may lead elsewhere', () => {
    expect(doubts('touch a/../b')).toEqual(['"a/../b" leads elsewhere where a folder of it is a link'])
    expect(doubts('cat a/../b')).toEqual([undefined])
  })

  test.each<[string, string[]]>([
    ['curl -s https://Example.com:8443/x', ['example.com:8443']],
    ['git push git@github.com:a/b main', ['github.com']],
    ['git clone https://github.com/a/b', ['github.com']],
    ['ping -c 1 localhost', ['localhost']],
    ['foo --url=http://a.b/c http://d.e', ['d.e']],
  ])('%s reaches %j', (command, expected) => {
    expect(partsOf(command).flatMap(({ hosts }) => hosts)).toEqual(expected)
  })

  test.each([
    'curl http://good.com:80@evil.com',
    'curl http://evil.com\\\\@good.com',
    'curl "http://a.b/{c,d}"',
    'curl file:///etc/passwd',
    'curl -K x',
    'rg --pre cat x',
    'rg -z x',
    'ls --unknown',
    'cat *.txt -- $x',
    'rm *',
    'find * -name x',
    'npm -C /tmp test',
    'npm test --script-shell=./x',
    'npx -c x',
    'printf "abc%n" PATH',
    'read PATH',
    'git log --ext-diff',
    'git rebase -x ls main',
    'git merge -s x main',
    'git st',
    'git fetch ext::sh',
    'ruby -v -e 1',
    'chmod -x a/../b',
    'cp -r x/. .',
    'tsc @file',
    'export A=1',
    'source x',
    'code .',
    'touch "$X"',
    'find . -exec sh -c "echo {}" \\;',
  ])('%s leaves a doubt', (command) => {
    expect(doubts(command).some((doubt) => doubt !== undefined)).toBe(true)
  })

  test('what runs nothing is not certain', () => {
    for (const command of ['', ' \n', '# comment', 'x=1']) {
      expect(readCommand(command, '')).toEqual({ kind: 'unsure', reason: 'it runs no program' })
    }
    expect(readCommand('PATH=.', '')).toEqual({ kind: 'unsure', reason: 'what "PATH=." changes', at: 0 })
    expect(readCommand('bash -c "ls &"', '')).toMatchObject({ kind: 'unsure', at: 8 })
  })
})

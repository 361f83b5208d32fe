import { applyRole } from './roles.ts'
import { alike, type ProgramSchema, type Programs } from './schema.ts'

const furtherReaching =
  /^(?:config|c|set|explore|edit|exec|e|x|dlx|link|ln|completion|create|init|innit|node|pkg)$/

// What comes after `--` belongs to the script. Without it npm takes every option for its own, also shortened ones.
const npm: ProgramSchema = {
  flags:
    '-s -D -E -O -P -B -S -y -f -h -v -ws -ll -la --silent --quiet --save --save-dev --save-exact --save-optional ' +
    '--save-peer --no-save --if-present --ignore-scripts --no-audit --no-fund --audit --fund --production --dry-run ' +
    '--json --long --all --yes --no --force --legacy-peer-deps --frozen-lockfile --prefer-offline --offline ' +
    '--package-lock-only --no-package-lock --workspaces --include-workspace-root --help --version -r --recursive ' +
    '--no-progress --no-git-tag-version --immutable --check-files --verbose -W -w --parallel --no-bail --bail',
  values: {
    text: '--workspace --loglevel --omit --include --depth --tag --access --filter --reporter --otp',
  },
  rest: 'text',
  read: (finding, words) => {
    for (const { text, pattern } of words) {
      if (text === '--') return
      if (pattern !== undefined) finding.doubts(`what "${text}" stands for is not known`)
      if (furtherReaching.test(text)) finding.doubts(`"${text}" reaches more than the package`)
    }
  },
}

/** `-w` of npm has a value, that of yarn and pnpm has none; whichever it is, the next word is text. */
export const packagePrograms: Programs = {
  ...alike('npm pnpm yarn cnpm', npm),
  ...alike('npx bunx pnpx', {
    anyArguments: true,
    read: (finding, words) => {
      let index = 0
      for (; words[index]?.text.startsWith('-'); index += 1) {
        const { text } = words[index] ?? { text: '' }
        if (!/^(?:-y|--yes|--no|--no-install|-q|--quiet|--prefer-offline|--offline)$/.test(text)) {
          finding.doubts(`what "${text}" makes it run is not known`)
        }
      }
      const program = words[index]
      if (program === undefined) return finding.doubts('there is no program')
      if (program.unknown !== undefined || program.pattern !== undefined)
        finding.doubts('which program is not known')
      for (const word of words.slice(index + 1)) applyRole(finding, 'any', word)
    },
  }),
  ...alike('pip pip3 pipx uv poetry gem bundle composer apt apt-get yum dnf apk brew snap pacman', {
    flags: '-y -q -U --yes --quiet --upgrade --user --help --version',
    rest: 'any',
    doubt: 'it installs programs',
  }),
}

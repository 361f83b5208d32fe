import { alike, type Programs } from './schema.ts'

/** Programs that build and check; all of them run code of the repository, which a rule that names them accepts. */
export const buildPrograms: Programs = {
  make: {
    flags: '-k -s -B -n -i -q --silent --dry-run --keep-going --always-make --version --help',
    joined: '-j --jobs -l',
    rest: 'text',
    read: (finding, words) => {
      if (words.some(({ text }) => text.includes('='))) finding.doubts('a variable of the makefile')
      if (words.some(({ pattern }) => pattern !== undefined))
        finding.doubts('which targets it makes is not known')
    },
  },
  cargo: {
    flags:
      '-q -v -r --release --all --workspace --lib --bins --tests --examples --all-targets --all-features --locked ' +
      '--offline --frozen --no-default-features --quiet --verbose --check --no-run --no-fail-fast',
    values: { text: '-p -j --package --features --test --bin --example --message-format --jobs --exclude' },
    rest: 'text',
    read: (finding, words) => {
      if (
        !/^(?:build|b|check|c|test|t|clippy|fmt|doc|bench|tree|metadata|--version)$/.test(
          words[0]?.text ?? '',
        )
      ) {
        finding.doubts('it does more than build and test')
      }
    },
  },
  go: {
    flags: '-v -race -short -x -n -a -cover -json -l',
    singleDash: true,
    values: { text: '-run -count -timeout -bench -tags -p -cpu' },
    rest: 'text',
    read: (finding, words) => {
      if (!/^(?:build|test|vet|fmt|list|doc|version)$/.test(words[0]?.text ?? '')) {
        finding.doubts('it does more than build and test')
      }
    },
  },
  tsc: {
    flags:
      '--noEmit --skipLibCheck --strict -w --watch --pretty -v --version -h --help --build -b --listFiles --declaration ' +
      '--emitDeclarationOnly --incremental --verbose --force --dry --traceResolution --noErrorTruncation',
    values: {
      read: '-p --project',
      write: '--outDir --outFile --tsBuildInfoFile --declarationDir',
      text: '--target --module',
    },
    rest: 'read',
    read: (finding, words) => {
      if (words.some(({ text }) => text.startsWith('@')))
        finding.doubts('a file that holds further arguments')
    },
  },
  vitest: {
    flags: '--run --no-color --silent --passWithNoTests -u --update --no-coverage --bail',
    joined: '--bail --coverage --silent',
    values: { text: '-t --testNamePattern --project --testTimeout --maxWorkers', any: '--reporter --pool' },
    rest: 'text',
  },
  jest: {
    flags: '-i --runInBand --silent --verbose --no-coverage --ci -u --passWithNoTests --bail --listTests',
    values: { text: '-t --testNamePattern --testPathPattern --maxWorkers' },
    rest: 'text',
  },
  pytest: {
    flags: '-q -v -vv -x -s -l --lf --ff --collect-only --co -ra --no-header --tb=short --exitfirst',
    joined: '--tb --maxfail --durations',
    values: { text: '-k -m -n --tb --maxfail --durations' },
    rest: 'read',
  },
  eslint: {
    flags: '--quiet --cache --no-color --version --help --debug',
    values: { text: '--ext --max-warnings', code: '--format', write: '-o --output-file --cache-location' },
    rest: 'read',
  },
  prettier: {
    flags: '--check -c -l --list-different --write -w --version --no-color',
    values: { text: '--parser --log-level --print-width --tab-width' },
    rest: 'write',
  },
  docker: { rest: 'any', anyArguments: true, doubt: 'it runs programs outside of the workspace' },
  ...alike(
    'podman kubectl helm terraform ansible ansible-playbook vagrant aws gcloud az systemctl service launchctl',
    {
      anyArguments: true,
      doubt: 'it acts on other machines or on all of this one',
    },
  ),
  ...alike('cmake ninja gradle mvn ant rake just task bazel', { rest: 'any', flags: '--version --help' }),
  ...alike('gcc g++ cc clang clang++ rustc javac java', {
    anyArguments: true,
    doubt: 'its options run programs',
  }),
}

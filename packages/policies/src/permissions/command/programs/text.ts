import { readGrep, readRipgrep } from './searches.ts'
import { alike, type Programs } from './schema.ts'

const grepFlags =
  '-E -F -G -P -i -v -w -x -y -c -l -L -o -q -s -b -H -h -n -T -Z -a -I -r -R -U -z ' +
  '--extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match ' +
  '--word-regexp --line-regexp --count --files-with-matches --files-without-match --only-matching --quiet --silent ' +
  '--no-messages --byte-offset --with-filename --no-filename --line-number --initial-tab --null --text --recursive ' +
  '--dereference-recursive --line-buffered --null-data --binary --help --version -V'

/** Programs that read text and write it to their output. */
export const textPrograms: Programs = {
  cat: {
    safeOptions: true,
    flags:
      '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs ' +
      '--show-nonprinting --help --version',
    rest: 'read',
  },
  ...alike('head tail', {
    safeOptions: true,
    flags: '-q -v -z -F -r --quiet --silent --verbose --zero-terminated --retry --help --version -f',
    joined: '--follow',
    values: { text: '-n -c -s --lines --bytes --pid --sleep-interval --max-unchanged-stats' },
    counts: true,
    rest: 'read',
  }),
  wc: {
    flags: '-l -w -c -m -L --lines --words --bytes --chars --max-line-length --help --version',
    rest: 'read',
  },
  sort: {
    flags:
      '-b -d -f -g -h -i -M -n -R -r -V -c -C -m -s -u -z --ignore-leading-blanks --dictionary-order --ignore-case ' +
      '--general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort ' +
      '--reverse --version-sort --check --merge --stable --unique --zero-terminated --debug --help --version',
    values: {
      text: '-k -t -S --key --field-separator --buffer-size --parallel --batch-size --sort',
      read: '--random-source',
      write: '-o --output -T --temporary-directory',
    },
    rest: 'read',
  },
  uniq: {
    flags: '-c -d -D -u -i -z --count --repeated --unique --ignore-case --zero-terminated --help --version',
    joined: '--all-repeated --group',
    values: { text: '-f -s -w --skip-fields --skip-chars --check-chars' },
    first: ['read', 'write'],
  },
  cut: {
    safeOptions: true,
    flags: '-n -s -z --complement --only-delimited --zero-terminated --help --version',
    values: { text: '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter' },
    rest: 'read',
  },
  tr: {
    flags: '-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1 --help --version',
    first: ['text', 'text'],
  },
  ...alike('grep egrep fgrep', {
    safeOptions: true,
    flags: grepFlags,
    joined: '--color --colour',
    values: {
      text:
        '-e -m -A -B -C -d -D --regexp --max-count --after-context --before-context --context --include --exclude ' +
        '--exclude-dir --directories --devices --binary-files --label',
      read: '-f --file --exclude-from',
    },
    counts: true,
    first: ['text'],
    insteadOfFirst: '-e -f --regexp --file',
    rest: 'read',
    read: readGrep,
  }),
  rg: {
    flags:
      '-F -i -v -w -x -c -l -o -q -b -H -n -N -I -p -s -S -U -P -a -L -u -uu -uuu -0 --fixed-strings --ignore-case ' +
      '--invert-match --word-regexp --line-regexp --count --count-matches --files-with-matches --files-without-match ' +
      '--only-matching --quiet --with-filename --no-filename --line-number --no-line-number --pretty ' +
      '--case-sensitive --smart-case --multiline --multiline-dotall --pcre2 --text --follow --unrestricted --hidden ' +
      '--no-ignore --no-ignore-vcs --no-heading --heading --files --type-list --json --stats --trim --vimgrep ' +
      '--column --no-config --no-messages --null --passthru --no-unicode --one-file-system --debug',
    values: {
      text:
        '-e -g -t -T -A -B -C -m -r -j -M -d -E --regexp --glob --iglob --type --type-not --after-context --before-context ' +
        '--context --max-count --max-columns --replace --threads --color --colors --sort --sortr --max-depth ' +
        '--max-filesize --context-separator --encoding --engine',
      read: '-f --file --ignore-file',
    },
    first: ['text'],
    insteadOfFirst: '-e -f --regexp --file --files',
    rest: 'read',
    read: readRipgrep,
  },
  jq: {
    flags:
      '-n -r -j -a -s -c -C -M -S -e -R --null-input --raw-output --join-output --ascii-output --slurp --raw-input ' +
      '--compact-output --color-output --monochrome-output --sort-keys --exit-status --tab --stream --seq --help',
    values: { text: '--indent' },
    pairs: '--arg --argjson',
    first: ['text'],
    rest: 'read',
  },
  ...alike('diff colordiff', {
    flags:
      '-q -s -c -u -e -n -y -p -F -N -r -a -b -w -B -E -Z -i -d -t -T --brief --report-identical-files --normal ' +
      '--side-by-side --recursive --new-file --text --ignore-case --ignore-all-space --ignore-space-change ' +
      '--ignore-blank-lines --ignore-trailing-space --minimal --no-dereference --suppress-common-lines --help',
    joined: '--unified --context --color',
    values: { text: '-U -C -W -x -I -L --exclude --width --label --ignore-matching-lines', read: '-X' },
    rest: 'read',
  }),
  cmp: {
    flags: '-b -l -s --print-bytes --verbose --quiet --silent',
    values: { text: '-i -n --bytes' },
    rest: 'read',
  },
  comm: { flags: '-1 -2 -3 -z --check-order --nocheck-order --total', rest: 'read' },
  join: { flags: '-i -z', values: { text: '-a -e -j -o -t -v -1 -2' }, rest: 'read' },
  paste: { flags: '-s -z', values: { text: '-d --delimiters' }, rest: 'read' },
  nl: { flags: '-p', values: { text: '-b -d -f -h -i -l -n -s -v -w' }, rest: 'read' },
  ...alike('tac rev', { rest: 'read' }),
  ...alike('fold fmt expand unexpand', { flags: '-s -b -a -i', values: { text: '-w -t' }, rest: 'read' }),
  column: { flags: '-t -x', values: { text: '-s -c -o -N' }, rest: 'read' },
  od: { flags: '-b -c -d -o -x -v', values: { text: '-A -j -N -t -w' }, rest: 'read' },
  hexdump: { flags: '-C -b -c -d -o -x -v', values: { text: '-n -s -e', read: '-f' }, rest: 'read' },
  xxd: { flags: '-b -e -i -p -r -u', values: { text: '-c -g -l -o -s' }, first: ['read', 'write'] },
  strings: { flags: '-a -f -w', values: { text: '-n -t -e' }, rest: 'read' },
  ...alike('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum', {
    flags: '-b -t -z --binary --text --tag --zero --help',
    values: { text: '-a' },
    rest: 'read',
  }),
  ...alike('base64 base32', { flags: '-d -i --decode', values: { text: '-w --wrap' }, rest: 'read' }),
  ...alike('zcat bzcat xzcat', { rest: 'read' }),
}

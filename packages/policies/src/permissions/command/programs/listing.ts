import { followsLinks } from './searches.ts'
import { alike, type Programs } from './schema.ts'

/** Programs that tell what there is: files, processes, the machine. */
export const listingPrograms: Programs = {
  ls: {
    safeOptions: true,
    flags:
      '-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -u -U -v -x -X -Z -1 ' +
      '--all --almost-all --escape --directory --group-directories-first --no-group --human-readable --si --inode ' +
      '--numeric-uid-gid --reverse --recursive --size --full-time --author --dereference --help --version',
    joined:
      '--color --classify --hyperlink --indicator-style --sort --time --time-style --format --quoting-style',
    values: { text: '-I -w -T --ignore --hide --width --block-size' },
    rest: 'read',
    read: (finding, words) => {
      const isDeep = words.some(({ text }) => /^-[a-zA-Z1]*R|^--recursive$/.test(text))
      if (isDeep && words.some(({ text }) => /^-[a-zA-Z1]*L|^--dereference$/.test(text)))
        followsLinks(finding)
    },
  },
  fd: {
    flags:
      '-H -I -u -s -i -g -F -a -l -L -p -0 -1 -q --hidden --no-ignore --unrestricted --case-sensitive --ignore-case ' +
      '--glob --regex --fixed-strings --absolute-path --list-details --follow --full-path --print0 --quiet',
    values: {
      text:
        '-d -t -e -E -S -c -j --max-depth --min-depth --exact-depth --type --extension --exclude --size ' +
        '--changed-within --changed-before --color --max-results',
      read: '--search-path --ignore-file',
    },
    runs: '-x -X --exec --exec-batch',
    first: ['text'],
    rest: 'read',
    read: (finding, words) => {
      if (words.some(({ text }) => /^-[a-zA-Z0-9]*L|^--follow$/.test(text))) followsLinks(finding)
      if (finding.inner.length > 0) finding.doubts('it runs a program for what it finds')
    },
  },
  tree: {
    flags:
      '-a -d -f -i -l -x -p -s -h -u -g -D -F -r -t -C -n -J -X --noreport --dirsfirst --gitignore --prune',
    values: { text: '-L -P -I --filelimit --charset --timefmt', write: '-o' },
    rest: 'read',
    read: (finding, words) => {
      if (words.some(({ text }) => /^-[a-zA-Z]*l/.test(text))) followsLinks(finding)
    },
  },
  stat: {
    safeOptions: true,
    flags: '-L -f -t -x -n -q --dereference --file-system --terse',
    values: { text: '-c --format --printf' },
    rest: 'read',
  },
  file: { flags: '-b -i -L -h -k -n -N -r -0 --brief --mime --mime-type --mime-encoding', rest: 'read' },
  du: {
    safeOptions: true,
    flags:
      '-a -b -c -h -H -k -l -L -m -s -S -x -0 --all --bytes --total --human-readable --summarize --apparent-size',
    values: { text: '-d -t --max-depth --threshold --exclude --block-size', read: '-X --exclude-from' },
    rest: 'read',
  },
  df: {
    flags:
      '-a -h -H -i -k -l -m -P -T --all --human-readable --inodes --local --portability --print-type --total',
    values: { text: '-t -x -B --type --exclude-type --block-size --output' },
    rest: 'read',
  },
  realpath: {
    flags: '-e -m -L -P -q -s -z',
    values: { read: '--relative-to --relative-base' },
    rest: 'read',
  },
  readlink: { flags: '-f -e -m -n -q -s -v -z', rest: 'read' },
  ...alike('basename dirname', {
    flags: '-a -z --multiple --zero',
    values: { text: '-s --suffix' },
    rest: 'text',
  }),
  ...alike('which whereis', { flags: '-a -s', rest: 'text' }),
  date: {
    flags: '-u -R --utc --rfc-email -j -n',
    joined: '-I --iso-8601 --rfc-3339',
    values: { text: '-d --date', read: '-r --reference -f --file' },
    read: (finding, words) => {
      // Any other operand sets the clock.
      if (words.some(({ text }) => /^\d/.test(text))) finding.doubts('it may set the clock')
    },
    rest: 'text',
  },
  ...alike('whoami arch nproc tty logname groups users uptime free lscpu', {
    flags: '-h -m -g -s -b -k -w',
    rest: 'text',
  }),
  uname: { flags: '-a -s -n -r -v -m -p -i -o --all', rest: 'text' },
  id: { flags: '-a -g -G -n -r -u -z', rest: 'text' },
  printenv: { flags: '-0', rest: 'text' },
  ps: {
    flags:
      '-A -a -d -e -f -F -j -l -w -x -ef -H -L -M -T --forest --no-headers a u x au aux ax auxw auxww axu ef',
    values: { text: '-o -p -u -U -C -G -g -t --sort --pid --ppid --user -O' },
    rest: 'text',
  },
  pgrep: { flags: '-a -f -l -n -o -x -v -c -i', values: { text: '-u -U -P -g -t -d' }, rest: 'text' },
  lsof: { flags: '-n -P -a -t -l', joined: '-i', values: { text: '-p -u -c -s' }, rest: 'read' },
  ...alike('sleep seq', { flags: '-w', values: { text: '-s -f' }, rest: 'text' }),
  ...alike('expr factor yes', { anyArguments: true }),
  cal: { rest: 'text' },
}

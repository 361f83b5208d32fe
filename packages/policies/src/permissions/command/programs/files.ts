import type { Word } from '../lexer/syntax.ts'
import type { Finding } from './finding.ts'
import { alike, type Programs } from './schema.ts'

/** Letters of `tar` may come without a dash, as its first word. */
function isExtraction(text: string, index: number): boolean {
  return /^-[a-zA-Z]*x|^--extract|^--get/.test(text) || (index === 0 && /^[a-zA-Z]*x/.test(text))
}

/** Names that stand nowhere come into the folder of this option, which has been read already, else into that where it runs. */
function sweepsFolder(finding: Finding, words: readonly Word[], option: RegExp): void {
  const folders = words.filter(({ text }) => option.test(text))
  // Each is seen from the one before.
  if (folders.length > 1) finding.names('.', 'write', { sweeps: true })
  const index = words.findLastIndex(({ text }) => option.test(text))
  const word = words[index]
  const value = word?.text.replace(option, '') === '' ? words[index + 1] : word
  const text = value === word ? word?.text.replace(option, '') : value?.text
  finding.names(text ?? '.', 'write', { sweeps: true })
}

/** Programs that change files. */
export const filePrograms: Programs = {
  tee: { flags: '-a -i -p --append --ignore-interrupts', rest: 'write' },
  cp: {
    intoLast: true,
    flags:
      '-a -b -d -f -H -i -l -L -n -p -P -r -R -s -u -v -x -T --archive --force --interactive --no-clobber --recursive ' +
      '--verbose --update --preserve --parents --no-target-directory --symbolic-link --link',
    joined: '--backup --reflink --sparse',
    values: { write: '-t --target-directory' },
    rest: 'read',
    last: 'write',
  },
  mv: {
    intoLast: true,
    flags: '-b -f -i -n -u -v -T --force --interactive --no-clobber --verbose --update --no-target-directory',
    values: { write: '-t --target-directory' },
    rest: 'write',
  },
  rm: {
    flags: '-f -i -I -r -R -d -v --force --recursive --dir --verbose --one-file-system --preserve-root',
    rest: 'write',
  },
  mkdir: { flags: '-p -v --parents --verbose', values: { text: '-m --mode' }, rest: 'write' },
  rmdir: { flags: '-p -v --parents --verbose --ignore-fail-on-non-empty', rest: 'write' },
  touch: {
    flags: '-a -c -f -h -m --no-create --no-dereference',
    values: { text: '-d -t --date --time', read: '-r --reference' },
    rest: 'write',
  },
  // A link makes what it leads to reachable under a name of the workspace.
  ln: {
    intoLast: true,
    flags:
      '-s -f -i -n -r -v -T -L -P --symbolic --force --no-dereference --relative --verbose --no-target-directory',
    values: { write: '-t --target-directory' },
    rest: 'write',
  },
  chmod: {
    flags: '-R -c -f -v --recursive --changes --silent --verbose -x -w -r',
    values: { read: '--reference' },
    first: ['text'],
    insteadOfFirst: '-x -w -r --reference',
    rest: 'write',
  },
  ...alike('chown chgrp', {
    flags: '-R -c -f -h -v -H -L -P --recursive --no-dereference',
    values: { read: '--reference' },
    first: ['text'],
    rest: 'write',
  }),
  truncate: { flags: '-c -o', values: { text: '-s --size', read: '-r --reference' }, rest: 'write' },
  mktemp: { flags: '-d -q -u', values: { text: '--suffix', write: '-p' }, joined: '-t', rest: 'write' },
  install: {
    intoLast: true,
    flags: '-d -D -v -s -p',
    values: { text: '-m -o -g', write: '-t --target-directory' },
    rest: 'write',
  },
  shred: { flags: '-f -u -v -x -z', values: { text: '-n -s', read: '--random-source' }, rest: 'write' },
  patch: {
    flags: '-R -N -E -f -s -t --dry-run --reverse --forward --force',
    values: { text: '-p -F', write: '-d -o -r', read: '-i' },
    rest: 'write',
    doubt: 'a patch names the files that it changes itself',
    read: (finding, words) => {
      if (!words.some(({ text }) => text.startsWith('-i'))) finding.unseen = true
    },
  },
  dd: { doubt: 'it writes wherever its words say', rest: 'any' },
  split: {
    flags: '-d -x',
    values: { text: '-l -b -n -a --additional-suffix' },
    first: ['read', 'write'],
    doubt: 'it makes up the names of the files that it writes',
  },
  tar: {
    flags:
      '-c -x -t -z -j -J -v -p -k -h -r -u -a --create --extract --list --gzip --bzip2 --xz --verbose --keep-old-files ' +
      '--no-same-owner --wildcards',
    values: { text: '--exclude --strip-components', write: '-f --file -C --directory' },
    rest: 'read',
    read: (finding, words) => {
      const [first] = words
      // The letters may come without a dash, and what is taken out names its files itself.
      if (first && !first.text.startsWith('-')) finding.doubts('letters of options without a dash')
      if (words.some(({ text }) => text.includes(':'))) finding.doubts('an archive on another machine')
      if (words.some(({ text }, index) => isExtraction(text, index))) {
        finding.doubts('the archive says what it writes')
        sweepsFolder(finding, words, /^(?:-C|--directory=)/)
      }
    },
  },
  zip: { flags: '-r -q -9 -j -u -v', first: ['write'], rest: 'read' },
  unzip: {
    flags: '-l -v -t -Z -q -o -n -j',
    values: { write: '-d' },
    rest: 'read',
    read: (finding, words) => {
      if (words.some(({ text }) => /^-[lvtZ]$/.test(text))) return
      finding.doubts('the archive says what it writes')
      sweepsFolder(finding, words, /^-d/)
    },
  },
  ...alike('gzip gunzip bzip2 bunzip2 xz unxz zstd', {
    flags: '-d -f -k -q -v -1 -2 -3 -4 -5 -6 -7 -8 -9 -n -t -l -c',
    rest: 'write',
  }),
}

import { baseName } from '../rules/words.ts'

/**
 * Programs that people allow because they only read. A rule with wildcards for one of them says nothing about what it
 * may write by an option or a redirection.
 */
const readers = new Set(
  (
    'awk basename cat cd cksum cmp column comm cut date df diff dirname du echo env egrep expand expr false fd fgrep ' +
    'file find fold gawk git grep head hexdump hostname id join jq less ls md5sum mawk more nl od paste printenv ' +
    'printf ps pwd read readlink realpath rev rg sed seq sha1sum sha256sum sha512sum sleep sort stat strings tac tail ' +
    'test tr tree true type uname uniq wc which whoami xxd yq [ [['
  ).split(' '),
)

/** Whether a rule with wildcards for this program means that it reads. */
export function isReader(program: string): boolean {
  return readers.has(baseName(program))
}

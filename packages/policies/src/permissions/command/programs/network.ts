import { alike, type Programs } from './schema.ts'

/** Programs that talk to other machines. */
export const networkPrograms: Programs = {
  curl: {
    flags:
      '-s -S -f -L -i -I -k -v -g -G -N -4 -6 -# --silent --show-error --fail --location --include --head --insecure ' +
      '--verbose --globoff --get --compressed --no-progress-meter --progress-bar --fail-with-body --http1.1 --http2 ' +
      '--ipv4 --ipv6',
    values: {
      text: '-X -m -A -e -u -r --request --max-time --connect-timeout --retry --retry-delay --user-agent --referer --user',
      url: '--url',
      write: '-o --output --output-dir -D --dump-header -c --cookie-jar',
    },
    rest: 'url',
    read: (finding, words) => {
      if (words.some(({ text }) => /[{}[\]]/.test(text)))
        finding.doubts('braces that may stand for several addresses')
    },
  },
  wget: {
    flags: '-q -c -N -S -v --quiet --continue --no-verbose --spider --server-response',
    values: { text: '-t -T --tries --timeout', write: '-O -P -o --output-document --directory-prefix' },
    rest: 'url',
    // Without a name it writes one that the address, or a redirect, decides.
    doubt: 'the machine that answers decides the name of the file',
  },
  ...alike('ssh slogin', {
    flags: '-4 -6 -A -a -C -f -N -n -q -T -t -v',
    values: { text: '-p -l', read: '-i', code: '-o -F -E -J -L -R -D -W' },
    first: ['host'],
    rest: 'code',
    obeysInput: true,
  }),
  ...alike('scp sftp rsync', { rest: 'any', doubt: 'it copies from or to another machine' }),
  ...alike('ping ping6 traceroute host dig nslookup', {
    flags: '-4 -6 -n -v',
    values: { text: '-c -i -w -W -t' },
    rest: 'host',
  }),
  ...alike('nc ncat netcat socat telnet ftp', {
    rest: 'any',
    doubt: 'it connects its input and output to anything',
  }),
  gh: { rest: 'any', doubt: 'it acts on another machine in your name' },
}

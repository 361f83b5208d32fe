const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** Literals of every range that is not public, and spellings of this machine, as they stand in an address. */
export const hostileHosts = words(`
  127.0.0.1 127.1 127.0.1 127.0.0.1. 127.127.127.127 127.255.255.254 127.0.0.0
  2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 0177.0.0.1 017700000001 0177.0x0.1
  %31%32%37.0.0.1 127%2E0.0.1 127。0。0。1 １２７.０.０.１ ①②⑦.0.0.1 0X7F.1
  0 0.0.0.0 0x0 00.0 0.1.2.3 [::] [::1] [0:0:0:0:0:0:0:1] [0::1] [::0.0.0.1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:7F00:0001] [0:0:0:0:0:ffff:127.0.0.1]
  [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [::ffff:10.0.0.1] [::ffff:8.8.8.8]
  [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::127.0.0.1] [64:ff9b:1:fffe::a00:1]
  [2002:7f00:1::] [2002:7f00:0001::1] [2002:a00:1::] [2002:808:808::] [2001:0:1::1]
  [fe80::1] [fe80::1%25eth0] [fe80::1%eth0] [febf::1] [fec0::1] [fc00::1] [fdff::1]
  [ff02::1] [ff0e::1] [2001:db8::1] [3fff::1] [100::1] [2001:2::1] [5f00::1]
  [fd00:ec2::254] 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.0.1
  169.254.170.2 100.100.100.200 168.63.129.16 100.64.0.1 100.127.255.254 1684300800
  10.0.0.1 10.255.255.255 012.0.0.1 0xa.1 172.16.0.1 172.31.255.255 192.168.0.1
  192.168.1 0xc0a80001 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  localhost LOCALHOST localhost. ｌｏｃａｌｈｏｓｔ a.localhost a.b.localhost. loc%61lhost
  localhost.localdomain ip6-localhost ip6-loopback printer.local metadata.google.internal
`)

/** What a resolver may answer for a name that looks public. */
export const hostileAnswers = [
  ...words('127.0.0.1 10.1.2.3 172.20.0.1 192.168.7.7 169.254.169.254 100.64.1.1 0.0.0.0 255.255.255.255'),
  ...words('::1 :: fe80::1 fe80::1%lo fc00::2 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 224.0.0.251'),
  ...words('not-an-address 0x7f000001'),
  '127.0.0.1 ',
  '',
]

/** Further ways to write, hide or misspell an address of this machine at a port. */
export function hostileUrls(port: number): string[] {
  const place = `127.0.0.1:${port}`
  const slashes = ['http:', 'http:/', 'http:///', 'http:\\\\', 'HTTP://', ' http://', 'ht\ntp://', 'https://']
  const schemes = words('ftp file gopher ws data javascript unix')
  return [
    ...slashes.map((start) => `${start}${place}/`),
    ...schemes.map((scheme) => `${scheme}://${place}/`),
    `http://${place}\\@example.com/`,
    `http://127.0.0\t.1:${port}/`,
    `http://${place}?@a`,
    `http://example.com@${place}/`,
    `http://a:b@${place}/`,
    `http://:@${place}/`,
    `http://${place}:80/`,
    `//${place}/`,
    place,
    `http://[127.0.0.1]:${port}/`,
    '',
    'http://',
    'http://:80/',
    `http://${place}/${'a'.repeat(8000)}`,
  ]
}

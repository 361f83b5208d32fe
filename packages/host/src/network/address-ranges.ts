import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Ranges of addresses that are no public hosts, by what they are. */
const ranges: readonly (readonly [what: string, subnets: readonly string[]])[] = [
  ['this machine', ['127.0.0.0/8', '0.0.0.0/8', '::/127']],
  [
    'a metadata service of a cloud',
    ['169.254.169.254/32', '169.254.170.2/32', '100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::254/128'],
  ],
  ['a link-local address', ['169.254.0.0/16', 'fe80::/10']],
  [
    'a private network',
    ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10'],
  ],
  ['a multicast address', ['224.0.0.0/4', 'ff00::/8']],
  [
    'an IPv4 address inside one of IPv6',
    ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'],
  ],
  [
    'a reserved address',
    [
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '240.0.0.0/4',
      '2001::/23',
      '2001:db8::/32',
      '3fff::/20',
    ],
  ],
]

// A list for each family: one of both would take every address of IPv4 for its mapped form.
const blocked = { ipv4: listsOf('ipv4'), ipv6: listsOf('ipv6') }

/** All addresses of IPv6 that are given to hosts; what lies outside is reserved, whatever it is for. */
const globalUnicast = listOf(['2000::/3'])

function listsOf(family: Family): { what: string; list: BlockList }[] {
  return ranges.map(([what, subnets]) => ({
    what,
    list: listOf(subnets.filter((subnet) => familyOf(subnet.split('/', 1).join()) === family)),
  }))
}

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', length] = subnet.split('/')
    list.addSubnet(network, Number(length), familyOf(network))
  }
  return list
}

type Family = 'ipv4' | 'ipv6'

function familyOf(address: string): Family {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

/** Why nothing may be sent to an address, as in `127.0.0.1 is this machine`; undefined for a public one. */
export function addressRefusal(address: string): string | undefined {
  // The tables take no zones, and what has one is not public anyway.
  if (isIP(address) === 0 || address.includes('%')) return 'what it resolves to is no public address'
  const family = familyOf(address)
  const found = blocked[family].find(({ list }) => list.check(address, family))
  if (found !== undefined) return `${address} is ${found.what}`
  if (family === 'ipv6' && !globalUnicast.check(address, 'ipv6')) return `${address} is a reserved address`
  return isOwn(address) ? `${address} is this machine` : undefined
}

/** Whether an address belongs to one of the interfaces of this machine, as they are now. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some((own) => isSameAddress(own.address, address)),
  )
}

/** Whether two spellings mean one address. */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  if (isIP(one) === 0 || isIP(other) === 0 || one.includes('%') || other.includes('%')) return false
  const list = new BlockList()
  list.addAddress(one, familyOf(one))
  return list.check(other, familyOf(other))
}

/*
 * Private addresses in all known spellings. No request to a URL of a user may reach them. The SSRF guard's
 * own test and the test of all outbound requests use this list. Add new spellings to it.
 */

/**
 * The private addresses as the host of a URL. The URL parser normalizes most spellings to one,
 * and the tests also cover that.
 */
// biome-ignore format: a compact list
export const privateHosts = [
  // loopback: plain, short, octal, hexadecimal, decimal, with a dot at the end, in other digits and dots, encoded
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0177.0.0.1', '0177.1', '0x7f.1', '0x7f000001', '0X7F.0.0.1', '2130706433', '017700000001',
  '127.0.0.1.', '127.1.', '１２７.０.０.１', '127。0。0。1', '①②⑦.⓪.⓪.①', '127%2E0%2E0%2E1', '%31%32%37.0.0.1',
  // this host, private networks (RFC 1918), carriers' (RFC 6598), link-local with the metadata of clouds
  '0.0.0.0', '0', '0x0', '10.0.0.1', '10.255.255.255', '012.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.168.257',
  '100.64.0.1', '100.127.255.255', '100.100.100.200', '169.254.0.1', '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.170.2', '168.63.129.16',
  // protocols, documentation, benchmarks, relays, multicast, reserved, broadcast
  '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1',
  '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
  // IPv6: loopback, unspecified, unique local with metadata, link-local, site-local, multicast,
  // discard-only
  '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[100::1]',
  // IPv6 with an IPv4 address inside: compatible, mapped, translated, 6to4, Teredo, ISATAP's link
  '[::127.0.0.1]', '[::7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]', '[64:ff9b::169.254.169.254]', '[64:ff9b:1::a9fe:a9fe]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[fe80::5efe:7f00:1]',
  // IPv6 ranges that are reserved for other purposes or unassigned
  '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2001:db8::1]', '[2620:4f:8000::1]', '[3ffe::1]', '[3fff::1]', '[5f00::1]', '[4000::1]', '[e000::1]',
]

/** URLs in which parts other than the host are misleading. Each leads to a private address. */
// biome-ignore format: a compact list
export const privateUrls = (port: number) => [
  `http:127.0.0.1:${port}`, `http:/127.0.0.1:${port}/`, `http:///127.0.0.1:${port}/`, `http:\\\\127.0.0.1:${port}\\`, `\thttp://127.0.0.1:${port}/`,
  `ht\ntp://127.0.0.1:${port}/`, `http://user@127.0.0.1:${port}/`, `http://example.com@127.0.0.1:${port}/`, `http://example.com:80@127.0.0.1:${port}/`,
  `http://example.com%20@127.0.0.1:${port}/`, `http://127.0.0.1:${port}#@example.com/`, `http://127.0.0.1:${port}?@example.com/`,
  `http://127.0.0.1:${port}\\@example.com/`, `HTTP://127.0.0.1:${port}/..;/example.com`,
]

/** Names that mean this machine or a private network without a DNS query. */
export const localNames = [
  'metadata',
  'metadata.google.internal',
  'instance-data.ec2.internal',
  'metadata.azure.internal.',
  'printer.local',
  'nas.lan',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'a.b.localhost.',
]

/** Addresses that a DNS response could contain. */
// biome-ignore format: a compact list
export const privateAnswers = [
  '127.0.0.1', '0.0.0.0', '10.1.2.3', '172.20.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255',
  '::1', '::', '::7f00:1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b::a83f:8110', '168.63.129.16', '2002:7f00:1::', 'fd00:ec2::254', 'fe80::1', 'ff02::1', '2001:db8::1',
]

/** Public addresses. The guard must allow them. */
// biome-ignore format: a compact list
export const publicHosts = ['93.184.215.14', '1.1.1.1', '16777473', '0x01010101', '[2606:4700:4700::1111]', '[64:ff9b::5db8:d70e]', '[2a00:1450:4001:830::200e]']

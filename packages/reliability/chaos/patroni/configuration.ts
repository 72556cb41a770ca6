import { etcdApi, findPostgresBin } from './requirements.ts'

/**
 * The password of the superuser, the replication role and the role of pg_rewind. It can be
 * fixed, because the network is local.
 */
export const clusterPassword = 'chaos'

interface NodeConfiguration {
  name: string
  address: string
  etcdAddress: string
  /** The folder of the Patroni node. */
  dir: string
}

/**
 * Builds the configuration of a Patroni node. Intervals have the defaults of Patroni: a leader's lease lasts 30 seconds.
 * Commits are synchronous, and the leader remains the leader without etcd while it reaches all other nodes.
 *
 * @returns JSON, which is also YAML
 */
export function buildPatroniConfiguration({ name, address, etcdAddress, dir }: NodeConfiguration) {
  const role = (username: string) => ({ username, password: clusterPassword })
  return JSON.stringify({
    scope: 'bestow',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    [`etcd${etcdApi() === 3 ? '3' : ''}`]: { host: `${etcdAddress}:2379` },
    bootstrap: {
      dcs: {
        ttl: 30,
        loop_wait: 10,
        retry_timeout: 10,
        synchronous_mode: true,
        failsafe_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 200, wal_keep_size: '512MB', synchronous_commit: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: `${dir}/data`,
      bin_dir: findPostgresBin(),
      pgpass: `${dir}/pgpass`,
      basebackup: [{ checkpoint: 'fast' }],
      parameters: { unix_socket_directories: dir },
      pg_hba: [
        'local all all trust',
        'host replication replicator 0.0.0.0/0 scram-sha-256',
        'host all all 0.0.0.0/0 scram-sha-256',
      ],
      authentication: {
        superuser: role('postgres'),
        replication: role('replicator'),
        rewind: role('rewind'),
      },
    },
  })
}

/**
 * Builds the configuration of HAProxy, which has one address for the leader and
 * finds the leader through Patroni.
 */
export const buildProxyConfiguration = (port: number, addresses: readonly string[]) => `\
global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 2 on-marked-down shutdown-sessions
${addresses.map((address, n) => `  server node${n + 1} ${address}:5432 check port 8008\n`).join('')}`

import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReadReplica } from '#platform/postgres/read-replica'

/**
 * Counts lists, exports and reports by the database that ran them. These metrics exist only with
 * BESTOW_DATABASE_READ_URL.
 */
export function watchReplica(replica: ReadReplica, registry: Registry): void {
  new Counter({
    name: 'bestow_replica_reads_total',
    help: 'Reads that may use the read replica, since the start of this process: on the replica, or on the primary because the replica was lagging, unavailable or failed.',
    labelNames: ['result'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, count] of replica.reads) this.inc({ result }, count)
    },
  })
  new Gauge({
    name: 'bestow_replica_lag_bytes',
    help: 'How much WAL the read replica had not replayed at the last read.',
    registers: [registry],
    collect() {
      if (replica.lagBytes !== undefined) this.set(replica.lagBytes)
    },
  })
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupPartition } from './schema-objects.ts'

/** The contents of a backup folder, with the expected row counts and digests. */
export interface Manifest {
  /** The version of the folder's format. This code writes and reads version 1. */
  format: 1
  created_at: string
  /** PostgreSQL's `server_version`. A backup can be restored into any supported version. */
  server_version: string
  /** The applied migrations by name and digest. */
  migrations: readonly { name: string; sha256: string }[]
  partitions: readonly BackupPartition[]
  sequences: readonly { name: string; last_value: string | null }[]
  /** The tables in the order in which they must be filled. */
  tables: readonly StoredTable[]
}

export interface StoredTable {
  name: string
  columns: readonly string[]
  rows: number
  /** The name of the file with the gzipped output of COPY. */
  file: string
  /** The SHA-256 of the file in hexadecimal digits. */
  sha256: string
}

export const manifestPath = (folder: string): string => join(folder, 'manifest.json')

/** Reads the manifest. Throws with a message for the operator if the folder has no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch((error: unknown) => {
    throw new Error(`There is no backup in ${folder}: it has no manifest.json.`, { cause: error })
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new Error(`The backup in ${folder} has a format that this version does not support.`)
  return manifest
}

/**
 * The reader of tables, which the service uses too. A test of the layers allows this import only in this
 * file.
 */
export * from '../../../src/platform/tables/index.ts'

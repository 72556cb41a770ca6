import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tlsReasons } from '#platform/http-client/tls-reasons'
import { tlsDiagnoses } from '#web-src/pages/developers/tls-diagnosis'

it('the web app explains every reason of a failed TLS connection', () => {
  assert.deepEqual(Object.keys(tlsDiagnoses).sort(), Object.keys(tlsReasons).sort())
})

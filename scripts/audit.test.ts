import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateReport } from './audit.ts'

const report = (...severities: string[]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, index) => [`package-${index}`, { severity, range: '<1.2.3' }]),
    ),
  })

describe('the audit', () => {
  it('fails for high and critical vulnerabilities, and lists the others', () => {
    assert.deepEqual(evaluateReport(report()), {
      isFailure: false,
      lines: ['No known vulnerabilities.'],
    })
    assert.equal(evaluateReport(report('low', 'moderate')).isFailure, false)
    assert.equal(evaluateReport(report('low', 'high')).isFailure, true)
    assert.equal(evaluateReport(report('critical')).isFailure, true)
    assert.deepEqual(evaluateReport(report('low')).lines, ['low: package-0 <1.2.3'])
  })

  it('does not fail if the registry cannot be queried', () => {
    const result = evaluateReport(JSON.stringify({ message: '405 Method Not Allowed', error: {} }))
    assert.equal(result.isFailure, false)
    assert.match(result.lines.join(), /Not audited.*405/)
    assert.match(evaluateReport('').lines.join(), /Not audited/)
  })
})

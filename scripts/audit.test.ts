import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge } from './audit.ts'

const report = (...severities: string[]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity, index) => [`package-${index}`, { severity, range: '<1.2.3' }]),
    ),
  })

describe('the audit', () => {
  it('fails for what is high or critical, and shows the rest', () => {
    assert.deepEqual(judge(report()), { isFailure: false, lines: ['No known vulnerabilities.'] })
    assert.equal(judge(report('low', 'moderate')).isFailure, false)
    assert.equal(judge(report('low', 'high')).isFailure, true)
    assert.equal(judge(report('critical')).isFailure, true)
    assert.deepEqual(judge(report('low')).lines, ['low: package-0 <1.2.3'])
  })

  it('says so when the registry cannot be asked', () => {
    const refused = judge(JSON.stringify({ message: '405 Method Not Allowed', error: {} }))
    assert.equal(refused.isFailure, false)
    assert.match(refused.lines.join(), /Not audited.*405/)
    assert.match(judge('').lines.join(), /Not audited/)
  })
})

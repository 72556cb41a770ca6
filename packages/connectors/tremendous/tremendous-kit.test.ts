import { testCodeSupplier } from '#test/code-supplier-kit'
import { testConnector } from '#test/connector-kit'
import { startTremendousService, tremendousKey } from '#test/fake-tremendous'
import { tremendous } from './index.ts'

const values = { api_key: tremendousKey, funding_source: 'balance' }

testConnector(tremendous)
testCodeSupplier('Tremendous', {
  open: ({ outbound, ...options }) => tremendous.open({ ...values, ...options }, outbound),
  test: ({ outbound, ...options }) => tremendous.test({ ...values, ...options }, outbound),
  start: startTremendousService,
  secrets: [tremendousKey],
})

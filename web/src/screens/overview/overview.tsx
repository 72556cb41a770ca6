import { Anchor, Badge } from '@mantine/core'
import { Facts, Page, Panel } from '#web/blocks/page.tsx'
import { useMe } from '#web/session.ts'

/** The first page after sign-in. */
export function Overview() {
  const { name, role, account } = useMe()
  return (
    <Page title={`Hello, ${name.split(' ')[0]}`} about={`You work in ${account.name}.`}>
      <Panel title="Where you are">
        <Facts
          rows={[
            ['Account', account.name],
            ['Stage', account.stage],
            ['Region', account.region],
            ['Tier', account.tier === 'enterprise' ? 'Enterprise' : 'On demand'],
            ['Your role', <Badge key="role">{role}</Badge>],
          ]}
        />
      </Panel>
      <Panel title="For developers">
        <Anchor href="/docs">API reference</Anchor>
      </Panel>
    </Page>
  )
}

import { t } from '#web/i18n/common.ts'
import './shell.css'
import { Badge, Box, Burger, Button, Group, Kbd, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Me } from '#web/admin-api.ts'
import { EmailBanner } from '#web/components/feedback/email-banner.tsx'
import { ErrorState, NotFound, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { downloadsPart } from '#web/components/files/downloads-part.ts'
import { stageNames } from '#web/components/formats/stage-names.ts'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import { hasPermission, MeProvider, useMe, useSession } from '#web/session.ts'
import { sessionEnd } from '#web/session-end.ts'
import { Announcer } from '../components/feedback/announcer.tsx'
import { Brand } from '../components/layout/brand.tsx'
import {
  DocumentTitleProvider,
  useDocumentTitleState,
} from '../components/layout/document-title.ts'
import { AccountMenu } from './account-menu.tsx'
import { AccountSwitch } from './account-switch.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx'
import { NavigationList } from './navigation-list.tsx'
import { Notifications } from './notifications.tsx'
import { openCommandPalette, palettePart, useCommandPaletteKey } from './open-command-palette.ts'
import { usePrefetchedPages } from './prefetch-pages.ts'
import { ProgressBar } from './progress-bar.tsx'
import { rememberFrame } from './remembered-frame.ts'
import { useRouteFocus } from './route-focus.ts'

/** The layout of all pages. Without a session, it redirects to the sign-in page. */
export function Shell() {
  const { data, error, refetch } = useSession()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <ShellSkeleton />
  rememberFrame(data.me?.account.stage)
  if (data.needs_setup) return <Redirect to="/setup" />
  if (data.me === null) return <Redirect to="/sign-in" withReturnPath />
  if (data.closed !== undefined)
    return (
      <Suspense fallback={null}>
        <EnterAccount me={data.me} account={data.closed} />
      </Suspense>
    )
  return (
    <ShellFrame me={data.me}>
      <Outlet />
    </ShellFrame>
  )
}

const EnterAccount = lazyPart(() => import('./enter-account.tsx').then((m) => m.EnterAccount))

/** The page for an unknown URL. If there is a session, it appears inside the shell. */
export function NotFoundShell() {
  const { data } = useSession()
  return data?.me == null ? (
    <main>
      <NotFound />
    </main>
  ) : (
    <ShellFrame me={data.me}>
      <NotFound />
    </ShellFrame>
  )
}

/**
 * The frame of the app before the session is known. It looks the same as in index.html. Users who were not
 * signed in see only the content.
 */
const ShellSkeleton = () => (
  <>
    <div className="shell-placeholder">
      <div className="shell-header">
        <div className="stage-bar" />
      </div>
      <div className="shell-nav" />
    </div>
    <main className="shell-main">
      <PageSkeleton />
    </main>
  </>
)

function ShellFrame({ me, children }: { me: Me; children: ReactNode }) {
  const documentTitle = useDocumentTitleState()
  return (
    <MeProvider value={me}>
      <DocumentTitleProvider value={documentTitle}>
        <ShellLayout>{children}</ShellLayout>
      </DocumentTitleProvider>
    </MeProvider>
  )
}

const SignInAgainDialog = lazyPart(() =>
  import('./sign-in-again.tsx').then((m) => m.SignInAgainDialog),
)

/**
 * A sign-in dialog on top of the open page. It appears when the session has ended, so that the user does not
 * lose typed text.
 */
function SignInAgain() {
  const me = useMe()
  const [finish, setFinish] = useState<() => void>()
  useEffect(() => {
    sessionEnd.setSignIn(() => new Promise((resolve) => setFinish(() => resolve)))
    return () => sessionEnd.setSignIn(undefined)
  }, [])
  if (finish === undefined) return null
  const onDone = () => {
    setFinish(undefined)
    finish()
  }
  return (
    <Suspense fallback={null}>
      <SignInAgainDialog me={me} onDone={onDone} />
    </Suspense>
  )
}

function ShellLayout({ children }: { children: ReactNode }) {
  useRouteFocus()
  usePrefetchedPages()
  useCommandPaletteKey()
  const [isOpen, nav] = useDisclosure(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes after navigation
  useEffect(() => nav.close(), [pathname])
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to content')}
      </a>
      <ProgressBar />
      <header className="shell-header">
        <TopBar
          burger={
            <Burger
              opened={isOpen}
              onClick={nav.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? t('Close navigation') : t('Open navigation')}
            />
          }
        />
      </header>
      <nav className="shell-nav" aria-label={t('Areas')} {...(isOpen && { 'data-open': true })}>
        <NavigationList />
      </nav>
      <main className="shell-main" id="main" tabIndex={-1}>
        <EmailBanner />
        <ConnectionBar />
        <Breadcrumbs />
        {children}
      </main>
      <Announcer />
      <downloadsPart.Component />
      <palettePart.Component />
      <KeyboardShortcuts />
      <SignInAgain />
    </>
  )
}

const TestClockBadge = lazyPart(() =>
  import('./test-clock-badge.tsx').then((m) => m.TestClockBadge),
)

/** The header with the stage, the account and the region. In staging it has an amber line. */
function TopBar({ burger }: { burger: React.ReactNode }) {
  const { data } = useSession()
  if (data?.me == null) return null
  const { account } = data.me
  const isStaging = account.stage === 'staging'
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap" className={isStaging ? 'stage' : ''}>
      {burger}
      <Brand />
      <Group gap="sm" wrap="nowrap" visibleFrom="sm" style={{ minWidth: 0 }}>
        <Badge variant="outline" color={isStaging ? 'var(--stage-ink)' : 'plum'}>
          {stageNames[account.stage]}
        </Badge>
        <AccountSwitch>
          <Text size="sm" truncate span>
            {account.name} <VisuallyHidden>{t('in region')} </VisuallyHidden>
            <span className="mono">· {account.region}</span>
          </Text>
        </AccountSwitch>
      </Group>
      <Box hiddenFrom="sm" style={{ minWidth: 0, lineHeight: 1.25 }}>
        <AccountSwitch>
          <Text size="sm" fw={600} truncate span display="block">
            {account.name}
          </Text>
        </AccountSwitch>
        <Text size="xs" truncate>
          {stageNames[account.stage]} · {account.region}
        </Text>
      </Box>
      <Group gap="xs" ml="auto" wrap="nowrap">
        {account.clock_offset_ms !== 0 && (
          <Suspense fallback={null}>
            <TestClockBadge />
          </Suspense>
        )}
        {hasPermission(data.me, 'gift_requests:read') && <Notifications />}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            <Kbd size="xs" visibleFrom="md">
              {`${t('Ctrl|key')} K`}
            </Kbd>
          }
          onClick={openCommandPalette}
          visibleFrom="sm"
        >
          {t('Search')}
        </Button>
        <Button
          variant="default"
          size="xs"
          px={8}
          onClick={openCommandPalette}
          aria-label={t('Search and commands')}
          hiddenFrom="sm"
        >
          <IconSearch size={16} aria-hidden />
        </Button>
        <AccountMenu />
      </Group>
    </Group>
  )
}

import { carddav } from '#connectors/carddav'
import { easypost } from '#connectors/easypost'
import { eventbridge } from '#connectors/eventbridge'
import { httpCarrier } from '#connectors/http-carrier'
import { hubspot } from '#connectors/hubspot'
import { japanPost } from '#connectors/japan-post'
import { nats } from '#connectors/nats'
import { openIdConnect } from '#connectors/openid-connect'
import { rabbitmq } from '#connectors/rabbitmq'
import { redis } from '#connectors/redis'
import { reloadly } from '#connectors/reloadly'
import { runa } from '#connectors/runa'
import { saml } from '#connectors/saml'
import { shopify } from '#connectors/shopify'
import { slack } from '#connectors/slack'
import { slackApp } from '#connectors/slack-app'
import { smtp } from '#connectors/smtp'
import { sqs } from '#connectors/sqs'
import { teams } from '#connectors/teams'
import { tremendous } from '#connectors/tremendous'
import { twilio } from '#connectors/twilio'
import { woocommerce } from '#connectors/woocommerce'

/** All connectors of connections. To add one, add its folder in packages/connectors and a line here; docs/connectors describes it. */
export const connectors = [
  carddav,
  easypost,
  eventbridge,
  httpCarrier,
  hubspot,
  nats,
  rabbitmq,
  redis,
  reloadly,
  runa,
  shopify,
  slack,
  slackApp,
  smtp,
  sqs,
  teams,
  tremendous,
  twilio,
  woocommerce,
]

/** The kinds of identity providers for single sign-on, in the order of the menu. */
export const identityProviders = [openIdConnect, saml]

/** The countries whose addresses recipients can fill from the postal code. */
export const postalCodes = [japanPost]

import { easypost } from '#connectors/easypost'
import { httpCarrier } from '#connectors/http-carrier'

/** All connectors. To add one, add its folder in packages/connectors and a line here; docs/connectors describes it. */
export const connectors = [easypost, httpCarrier]

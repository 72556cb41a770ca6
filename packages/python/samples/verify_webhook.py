import os
from collections.abc import Mapping

from bestow import WebhookError, webhooks


def take(raw_body: bytes, headers: Mapping[str, str]) -> int:
    """Returns the status for the response."""
    try:
        event = webhooks.construct_event(raw_body, headers, secrets=os.environ["BESTOW_WEBHOOK_SECRET"])
    except WebhookError as error:
        print(error.reason, error)
        return error.response_status
    print(event.id, event.type, event.data["status"])
    return 200

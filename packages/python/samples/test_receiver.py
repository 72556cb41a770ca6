import os

from bestow.testing import signed_delivery
from verify_webhook import take

secret = "svc-whsec-3Q0v8Yw1c5n7b2m4k6j8h0g2f4d6s8a1q3w5e7r9t1y"
os.environ["BESTOW_WEBHOOK_SECRET"] = secret

delivery = signed_delivery(secret=secret, type="gift_request_redeemed")
assert take(delivery.body, delivery.headers) == 200
assert take(delivery.body + b" ", delivery.headers) == 403

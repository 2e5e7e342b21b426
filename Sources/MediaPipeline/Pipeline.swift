public import PushDelivery

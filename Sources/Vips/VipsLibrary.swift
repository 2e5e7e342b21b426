import Cvips

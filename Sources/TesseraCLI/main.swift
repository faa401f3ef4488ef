import Tessera

print("skeleton")

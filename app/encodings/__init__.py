"""What the world can ask for: parameters, protocols, the registry, and one file per encoding."""

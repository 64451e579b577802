"""What is claimed, measured: each figure in one run beside the alternatives, on the same inputs."""

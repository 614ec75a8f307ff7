"""Accuracy, speed and load, measured."""
